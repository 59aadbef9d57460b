/* What every page does. */
import "../static/live-region.js";
import "../static/offline-banner.js";
import "../static/double-submit.js";
import "../static/unsaved-text.js";
import "../static/form-recovery.js";
import "../static/focus-first-error.js";
import "../static/menu.js";
import "../static/tabs.js";
import "../static/local-times.js";
import "../static/live-events.js";
import "../static/defer-swap-on-press.js";
import "../static/preserve-form-state.js";
import "../static/skip-equal-swaps.js";
import "../static/copy-to-clipboard.js";
import "../static/notifications.js";
