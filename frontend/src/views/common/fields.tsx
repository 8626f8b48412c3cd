/** Small form parts that every section of the entry uses. */

import type { ComponentChildren } from "preact";

import { errorsOf, type Failure, type Field } from "../../service/failure";

/** The errors of a field, beside it and announced when they appear. */
export function FieldErrors({ failure, field }: { failure: Failure | null; field: Field }) {
  const texts = errorsOf(failure, field);
  return (
    <div role="alert" id={`${field}-complaint`}>
      {texts.map((text) => (
        <p class="complaint">{text}</p>
      ))}
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
