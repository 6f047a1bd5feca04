import {Drawn, html} from "../../core/draw.js";
import {link} from "../../core/router.js";
import {versionName} from "../../core/words/say.js";
import {roundName} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {t} from "../../core/words/words.js";
import "../sign-age.js";

/** What the sign of the table says, and where one may go from here. */
class SignTab extends Drawn {
  /** @type {import("../../core/types.js").Scene | null} */
  scene = null;

  look() {
    if (!this.scene) return null;
    const {table, round} = this.scene;
    return [
      html`<sign-age table=${table} />`,
      html`<p class="row">
        <a class="button" href="#/rounds?table=${encodeURIComponent(table.id)}">${t("Past Rounds")}</a>
        ${round ? html`<span class="quiet" title=${round}>${roundName(round)}</span>` : null}
        <a class="button" href=${link("/rules/:edition", table.edition)}>${versionName(table.edition)}</a>
        ${
          table.is_practice && table.owner === session.me?.id
            ? html`<a class="button" href=${link("/table/:id/deal", table.id) + "?as=dealer"}>${t("Deal it yourself")}</a>`
            : null
        }
        ${
          session.may("dealer")
            ? html`<a class="button" href=${link("/table/:id/deal", table.id)}>${t("Dealer console")}</a>`
            : null
        }
      </p>`,
    ];
  }
}
customElements.define("sign-tab", SignTab);
