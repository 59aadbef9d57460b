"""Who may read an analysis, and who may change it."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts.requests import Viewer
from bos_tournament.accounts.sign_in import personal_links
from bos_tournament.play.analysis.models import AnalysisLine, AnalysisTree


def own_trees(user: Viewer) -> QuerySet[AnalysisTree]:
    """The user's analyses, the one last changed first; for a guest who came by a new link and is not confirmed, those
    of this link alone. None without an account."""
    if not user.is_authenticated:
        return AnalysisTree.objects.none()
    own, since = AnalysisTree.objects.filter(owner=user), personal_links.closed_before(user)
    return own.filter(made_at__gte=since) if since else own


def tree_to_read(user: Viewer, pk: UUID) -> AnalysisTree:
    """An analysis of one's own, or one that is shared. One that was begun without an account belongs to whoever has its
    link. Raises Http404 for any other."""
    open_to_user = own_trees(user) | AnalysisTree.objects.filter(Q(owner=None) | Q(shared=True))
    tree = open_to_user.select_related("owner").filter(pk=pk).first()
    if tree is None:
        raise Http404(_("There is no such analysis."))
    return tree


def may_write(user: Viewer, tree: AnalysisTree) -> bool:
    """Whether an analysis that the user may read is theirs to change."""
    return tree.owner_id is None or own_trees(user).filter(pk=tree.pk).exists()


def tree_to_write(user: Viewer, pk: UUID) -> AnalysisTree:
    """An analysis to change. Raises Http404 as `tree_to_read` does, PermissionDenied for one that others share."""
    tree = tree_to_read(user, pk)
    if not may_write(user, tree):
        raise PermissionDenied(_("This analysis was shared with you to read. Copy it to change it."))
    return tree


def line_of(tree: AnalysisTree, pk: UUID | None) -> AnalysisLine:
    """A line of the analysis; without an id the table before the first line. Raises Http404 for one that is not in
    it."""
    which = Q(pk=pk) if pk else Q(parent=None)
    line = tree.lines.filter(which).first()
    if line is None:
        raise Http404(_("There is no such line in this analysis."))
    return line
