// Events as handlers of the pages get them: whatever bubbles up to a handler comes from the element it is on.

/** Something was typed, chosen, switched or opened. */
type Typed = Event & {target: HTMLInputElement & HTMLDetailsElement};
/** A form was sent, by one of its buttons or by a key. */
type Submitted = SubmitEvent & {target: HTMLFormElement; submitter: HTMLButtonElement | null};
/** One of our own elements tells something. */
type Told<T = any> = CustomEvent<T> & {target: HTMLElement};
