// The plain layout with the game's own names and cloth: what it adds is all it has to say.
import {PlainLayout} from "/layouts/plain-layout.js";

class ThreeCardPokerLayout extends PlainLayout {
  titles = {ante: "Ante", play: "Play", pair_plus: "Pair Plus"};

  connectedCallback() {
    super.connectedCallback?.();
    this.style.setProperty("--felt", "#4a2f6b");
    this.style.setProperty("--felt-2", "#2b1a45");
  }
}
customElements.define("three-card-poker-layout", ThreeCardPokerLayout);
