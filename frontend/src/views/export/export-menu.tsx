/** Taking it along: a link, files of the position and of its pictures, a handout. */

import type { Take } from "../../export/export";
import { hiddenSeats, otherPictures, type Pictured, pictureName } from "../../export/pictures";
import { say } from "../../i18n/translate";
import { linkTo } from "../../state/selectors";
import type { Dispatch, State } from "../../state/state";

export type OnTake = (choice: Take) => void;

interface Props {
  state: State;
  onTake: OnTake;
}

/** A button that says what it has done, or gives the link to copy by hand. */
export function CopyLink({ state, onTake }: Props) {
  const copied = state.copied?.link === linkTo(state) ? state.copied : null;
  return (
    <>
      <button type="button" class="quiet" onClick={() => onTake({ what: "link" })}>
        {say("Copy link")}
      </button>
      <span class="hint" role="status">
        {copied?.done && say("The link is copied: it opens all that is on show.")}
        {copied?.done === false && say("Nothing could be copied: take the page's address instead.")}
      </span>
    </>
  );
}

/** The menu of files. */
export function TakeAlong({ state, onTake }: Props) {
  return (
    <details class="taking">
      <summary>{say("Take it along")}</summary>
      <div class="row">
        <TakeButton choice={{ what: "handout" }} text={say("Print handout")} onTake={onTake} />
        <TakeButton choice={{ what: "pbn" }} text={say("PBN file")} onTake={onTake} />
        <TakeButton choice={{ what: "lin" }} text={say("LIN file")} onTake={onTake} />
        <TakeButton choice={{ what: "json" }} text={say("JSON file")} onTake={onTake} />
      </div>
      <p class="hint">{say("Pictures of the hidden hands at the moment on show:")}</p>
      <PictureRow of={hiddenSeats(state)} state={state} onTake={onTake} />
      <p class="hint">{say("The other pictures at that moment:")}</p>
      <PictureRow of={otherPictures(state)} state={state} onTake={onTake} />
    </details>
  );
}

/** Each picture in both formats. */
function PictureRow({ of, state, onTake }: Props & { of: readonly Pictured[] }) {
  return (
    <div class="row">
      {of.map((pictured) => {
        const what = pictureName(pictured, state);
        return (
          <>
            <TakeButton
              choice={{ what: "svg", of: pictured }}
              text={say("{what} as SVG", { what })}
              onTake={onTake}
            />
            <TakeButton
              choice={{ what: "png", of: pictured }}
              text={say("{what} as PNG", { what })}
              onTake={onTake}
            />
          </>
        );
      })}
    </div>
  );
}

interface TakeButtonProps {
  choice: Take;
  text: string;
  onTake: OnTake;
}

function TakeButton({ choice, text, onTake }: TakeButtonProps) {
  return (
    <button type="button" class="quiet" onClick={() => onTake(choice)}>
      {text}
    </button>
  );
}

/** What could not be read of the link that brought the user here. */
export function LinkFaults({ state, dispatch }: { state: State; dispatch: Dispatch }) {
  if (state.linkFaults.length === 0) return null;
  return (
    <div class="failure link-faults" role="alert">
      <p>{say("This link is damaged: what could be read is shown, the rest is not.")}</p>
      <ul>
        {state.linkFaults.map((fault) => (
          <li>{fault}</li>
        ))}
      </ul>
      <button type="button" class="quiet" onClick={() => dispatch({ type: "link faults read" })}>
        {say("Got it")}
      </button>
    </div>
  );
}
