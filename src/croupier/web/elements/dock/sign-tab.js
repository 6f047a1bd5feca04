import {Drawn, h} from "../../core/draw.js";
import {link} from "../../core/router.js";
import {versionName} from "../../core/words/say.js";
import {roundName} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {t, told} from "../../core/words/words.js";
import "../sign-age.js";

/** What the sign of the table says, and where one may go from here. */
class SignTab extends Drawn {
  /** @type {import("../../core/types.js").Scene | null} */
  scene = null;

  look() {
    if (!this.scene) return null;
    const {table, round} = this.scene;
    return [
      h("sign-age", {table}),
      h(
        "p",
        {class: "row"},
        h("a", {class: "button", href: `#/rounds?table=${encodeURIComponent(table.id)}`}, t("Past Rounds")),
        round ? h("span", {class: "quiet", title: round}, told(roundName(round))) : null,
        h("a", {class: "button", href: link("/rules/:edition", table.edition)}, told(versionName(table.edition))),
        table.is_practice && table.owner === session.me?.id
          ? h("a", {class: "button", href: link("/table/:id/deal", table.id) + "?as=dealer"}, t("Deal it yourself"))
          : null,
        session.may("dealer")
          ? h("a", {class: "button", href: link("/table/:id/deal", table.id)}, t("Dealer console"))
          : null,
      ),
    ];
  }
}
customElements.define("sign-tab", SignTab);
