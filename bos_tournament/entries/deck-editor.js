/* What the editor of lists does beside that. */
import "../static/file-preview.js";
import "../static/list-editor.js";
import "../static/card-drawer.js";
import "../static/draft-storage.js";
import "../static/draft-recovery.js";
