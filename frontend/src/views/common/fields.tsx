/** Small parts that views are made of: buttons, fields, errors. */

import type { ComponentChildren, ComponentProps } from "preact";

import { t } from "../../i18n/translate";
import type { Reading } from "../../entry/text-fields";
import { type BoardSource, type Encoding, ENCODINGS, type RecordedBoard, rejectedText } from "../../service/boards";
import { errorsOf, type Failure, type Field } from "../../service/failure";

/** A button that submits nothing; quiet, unless its class says otherwise. */
export function Button(props: ComponentProps<"button">) {
  return <button type="button" class="quiet" {...props} />;
}

interface ComplaintsProps extends ComponentProps<"div"> {
  /** Null for none. */
  texts: readonly (string | null)[] | null;
}

/** What is wrong, announced when it appears. */
export function Complaints({ texts, ...box }: ComplaintsProps) {
  return (
    <div role="alert" {...box}>
      {texts?.map((text) => text !== null && <p class="complaint">{text}</p>)}
    </div>
  );
}

/** The errors of a field, beside it. */
export function FieldErrors({ failure, field }: { failure: Failure | null; field: Field }) {
  return <Complaints id={`${field}-complaint`} texts={errorsOf(failure, field)} />;
}

interface SwitchProps {
  on: boolean;
  onChange: (on: boolean) => void;
  children: ComponentChildren;
}

/** A box to tick, with its text. */
export function Switch({ on, onChange, children }: SwitchProps) {
  return (
    <label class="switch">
      <input type="checkbox" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{children}</span>
    </label>
  );
}

/** The head of a table: a cell for each column, an empty one for null. */
export function TableHead({ names }: { names: readonly (ComponentChildren | null)[] }) {
  return (
    <thead>
      <tr>{names.map((name) => (name === null ? <td /> : <th scope="col">{name}</th>))}</tr>
    </thead>
  );
}

interface TableRowProps extends ComponentProps<"tr"> {
  name: ComponentChildren;
  cells: readonly ComponentChildren[];
}

/** A row of a table: its head, and a cell for each other column. */
export function TableRow({ name, cells, ...row }: TableRowProps) {
  return (
    <tr {...row}>
      <th scope="row">{name}</th>
      {cells.map((cell) => (
        <td>{cell}</td>
      ))}
    </tr>
  );
}

interface FailureNoteProps {
  failure: Failure;
  heading?: "h2" | "h3";
  /** What can be done. */
  children?: ComponentChildren;
}

export function FailureNote({ failure, heading: Heading = "h3", children }: FailureNoteProps) {
  return (
    <div class="failure" role="alert">
      <Heading>{failure.title}</Heading>
      {failure.errors.map(({ text }) => (
        <p>{text}</p>
      ))}
      {children}
    </div>
  );
}

interface ChoiceProps<T extends string> {
  legend: string;
  name: string;
  options: readonly T[];
  value: T;
  label: (option: T) => ComponentChildren;
  onChange: (option: T) => void;
}

/** One of a few, all in sight: a row of radio buttons. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { legend, name, options, value, label, onChange } = props;
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      <div class="segments">
        {options.map((option) => (
          <label class="segment">
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            <span>{label(option)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SelectProps<T extends string> {
  label: string;
  id: string;
  options: readonly T[];
  value: T;
  text: (option: T) => string;
  onChange: (option: T) => void;
}

export function Select<T extends string>(props: SelectProps<T>) {
  const { label, id, options, value, text, onChange } = props;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map((option) => (
          <option value={option} selected={option === value}>
            {text(option)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** "Board 7", with its room where it has one. */
export function boardName({ number, line, room = "" }: RecordedBoard): string {
  if (number === null) return t("The board in line {line}", { line });
  const name = t("Board {number}", { number });
  return room === "" ? name : `${name}, ${room}`;
}

interface Props {
  id?: string;
  text?: string;
  /** The names and types of files that are offered. */
  accept?: string;
  multiple?: boolean;
  /** Whether it is the main thing to do. */
  primary?: boolean;
  /** Called for each file chosen. */
  onFile: (file: File) => void;
}

const BOARDS = ".pbn,.lin,.txt,text/plain";

/** For files of boards, unless said otherwise. The same file may be opened twice, so that the field forgets it at once. */
export function FileButton({
  id,
  text = t("Open a file"),
  accept = BOARDS,
  multiple = false,
  primary = false,
  onFile,
}: Props) {
  return (
    <label class={primary ? "button primary file" : "quiet file"}>
      <span>{text}</span>
      <input
        id={id}
        type="file"
        class="unseen"
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          const field = event.currentTarget;
          for (const file of field.files ?? []) onFile(file);
          field.value = "";
        }}
      />
    </label>
  );
}

interface ReadingProps {
  reading: Reading;
  /** Read the file in another encoding. */
  onChange: (source: BoardSource) => void;
}

/** How a file was read: the encoding of its letters, and what is wrong with boards that were read all the same. */
export function ReadingNotes({ reading: { warnings, encoding, file }, onChange }: ReadingProps) {
  const text = (name: Encoding) => t(ENCODINGS[name]);
  return (
    <>
      {encoding !== null && file === null && (
        <p class="hint">{t("Letters read as {encoding}", { encoding: text(encoding) })}</p>
      )}
      {encoding !== null && file !== null && (
        <div class="encoding">
          <Select
            label={t("Letters read as")}
            id="encoding"
            options={Object.keys(ENCODINGS) as Encoding[]}
            value={encoding}
            text={text}
            onChange={(chosen) => onChange({ file, encoding: chosen })}
          />
          <p class="hint">{t("Choose another where names are misspelt.")}</p>
        </div>
      )}
      {warnings.length > 0 && (
        <>
          <p>{t("Read in spite of this:")}</p>
          <ul class="rejected">
            {warnings.map((warning) => (
              <li>{rejectedText(warning)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
