import { useId, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { texts } from '../texts/texts.ts';
import { visible, visibleParts } from './given.tsx';

/** As much of JSON Schema as a form can ask for. Everything else is written as JSON. */
interface Asked {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: unknown;
  readonly maxLength?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly items?: unknown;
}

export type FormValue = Readonly<Record<string, unknown>>;

interface SchemaFormProps {
  readonly schema: object;
  readonly initial: FormValue;
  readonly onChange: (value: FormValue) => void;
}

/** The fields of an object, one by one or as JSON. What is left empty is left out, so that defaults count. */
export function SchemaForm({ schema, initial, onChange }: SchemaFormProps): JSX.Element {
  const [value, setValue] = useState(initial);
  const [asJson, setAsJson] = useState(false);
  const words = texts.value.form;
  const change = (next: FormValue): void => {
    setValue(next);
    onChange(next);
  };
  const isEmpty = Object.keys((schema as Asked).properties ?? {}).length === 0;
  return (
    <div class="form">
      {asJson ? (
        <JsonField
          name={words.json}
          initial={value}
          onValue={(next) => change(isFormValue(next) ? next : {})}
        />
      ) : (
        <Fields schema={schema} value={value} onChange={change} />
      )}
      {isEmpty && !asJson && <p class="quiet">{words.nothingToFillIn}</p>}
      <p>
        <button type="button" class="plain" onClick={() => setAsJson(!asJson)}>
          {asJson ? words.asFields : words.asJson}
        </button>
      </p>
    </div>
  );
}

function Fields({
  schema,
  value,
  onChange,
}: {
  readonly schema: Asked;
  readonly value: FormValue;
  readonly onChange: (value: FormValue) => void;
}): JSX.Element {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return (
    <>
      {Object.entries(schema.properties ?? {}).map(([name, one]) => (
        <Field
          key={name}
          name={name}
          schema={typeof one === 'object' && one !== null ? one : {}}
          required={required.has(name)}
          initial={Object.hasOwn(value, name) ? value[name] : undefined}
          onValue={(next) => onChange(withField(value, name, next))}
        />
      ))}
    </>
  );
}

function withField(value: FormValue, name: string, next: unknown): FormValue {
  const others = Object.entries(value).filter(([key]) => key !== name);
  return Object.fromEntries(next === undefined ? others : [...others, [name, next]]);
}

interface FieldProps {
  readonly name: string;
  readonly schema: Asked;
  readonly required: boolean;
  readonly initial: unknown;
  /** Undefined when the field is left empty. */
  readonly onValue: (value: unknown) => void;
}

function Field(props: FieldProps): JSX.Element {
  const { name, schema, initial, onValue } = props;
  const { type, items } = schema;
  if (Array.isArray(schema.enum)) return <ChoiceField {...props} choices={schema.enum} />;
  if (type === 'boolean') return <ChoiceField {...props} choices={[true, false]} />;
  if (type === 'number' || type === 'integer') return <NumberField {...props} />;
  if (type === 'string') return <TextField {...props} />;
  if (type === 'array' && isPlainText(items)) return <LinesField {...props} />;
  if (type === 'object' && Object.keys(schema.properties ?? {}).length > 0)
    return (
      <fieldset>
        <legend>
          <Name {...props} />
        </legend>
        <Hint {...props} />
        <Fields
          schema={schema}
          value={isFormValue(initial) ? initial : {}}
          onChange={(next) => onValue(Object.keys(next).length === 0 ? undefined : next)}
        />
      </fieldset>
    );
  return <JsonField {...props} name={name} />;
}

function Name({ name, schema, required }: Pick<FieldProps, 'name' | 'schema' | 'required'>): JSX.Element {
  const { title } = schema;
  return (
    <>
      <code class="given">{visibleParts(name)}</code>
      {typeof title === 'string' && title !== name && <> {visibleParts(title)}</>}
      {required && <> ({texts.value.form.required})</>}
    </>
  );
}

function Hint({ schema, id }: { readonly schema: Asked; readonly id?: string }): JSX.Element | null {
  const { description } = schema;
  if (typeof description !== 'string' || description === '') return null;
  return (
    <span class="quiet given" {...(id && { id })}>
      {visibleParts(description)}
    </span>
  );
}

/** What every field has around it. */
function Labelled({
  id,
  children,
  ...props
}: Pick<FieldProps, 'name' | 'schema' | 'required'> & {
  readonly id: string;
  readonly children: JSX.Element;
}): JSX.Element {
  return (
    <div class="field">
      <label htmlFor={id}>
        <Name {...props} />
      </label>
      {children}
      <Hint schema={props.schema} id={`${id}-hint`} />
    </div>
  );
}

function ChoiceField({
  choices,
  ...props
}: FieldProps & { readonly choices: readonly unknown[] }): JSX.Element {
  const { initial, onValue, schema } = props;
  const id = useId();
  const chosen = choices.findIndex((choice) => choice === initial);
  return (
    <Labelled {...props} id={id}>
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget: { value } }) =>
          onValue(value === '' ? undefined : choices[Number(value)])
        }
      >
        <option value="">{placeholderOf(schema)}</option>
        {choices.map((choice, index) => (
          <option value={index} selected={index === chosen}>
            {visible(typeof choice === 'string' ? choice : JSON.stringify(choice))}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

function NumberField(props: FieldProps): JSX.Element {
  const { initial, onValue, schema } = props;
  const id = useId();
  return (
    <Labelled {...props} id={id}>
      <input
        id={id}
        inputMode={schema.type === 'integer' ? 'numeric' : 'decimal'}
        aria-describedby={`${id}-hint`}
        defaultValue={initial === undefined ? '' : JSON.stringify(initial)}
        placeholder={placeholderOf(schema)}
        onInput={({ currentTarget: { value } }) => onValue(numberIn(value))}
      />
    </Labelled>
  );
}

/** What is no number goes to the service as it was typed: it says best what is wrong with it. */
function numberIn(typed: string): unknown {
  const text = typed.trim();
  if (text === '') return undefined;
  return Number.isNaN(Number(text)) ? text : Number(text);
}

function TextField(props: FieldProps): JSX.Element {
  const { initial, onValue, schema } = props;
  const id = useId();
  const short =
    typeof schema.format === 'string' || (typeof schema.maxLength === 'number' && schema.maxLength < 100);
  const common = {
    id,
    'aria-describedby': `${id}-hint`,
    defaultValue: typeof initial === 'string' ? initial : '',
    placeholder: placeholderOf(schema),
    onInput: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }): void =>
      onValue(value === '' ? undefined : value),
  };
  return (
    <Labelled {...props} id={id}>
      {short ? <input {...common} /> : <textarea {...common} class="growing" rows={1} />}
    </Labelled>
  );
}

function LinesField(props: FieldProps): JSX.Element {
  const { initial, onValue } = props;
  const id = useId();
  return (
    <Labelled {...props} id={id}>
      <textarea
        id={id}
        class="growing"
        rows={2}
        aria-describedby={`${id}-hint`}
        placeholder={texts.value.form.onePerLine}
        defaultValue={Array.isArray(initial) ? initial.join('\n') : ''}
        onInput={({ currentTarget: { value } }) => {
          const lines = value.split('\n').filter((line) => line !== '');
          onValue(lines.length === 0 ? undefined : lines);
        }}
      />
    </Labelled>
  );
}

function JsonField({
  name,
  schema = {},
  required = false,
  initial,
  onValue,
}: Partial<FieldProps> & Pick<FieldProps, 'name' | 'initial' | 'onValue'>): JSX.Element {
  const id = useId();
  const [wrong, setWrong] = useState(false);
  const take = (typed: string): void => {
    try {
      onValue(typed.trim() === '' ? undefined : (JSON.parse(typed) as unknown));
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <Labelled name={name} schema={schema} required={required} id={id}>
      <>
        <textarea
          id={id}
          class="growing mono"
          rows={2}
          spellcheck={false}
          aria-describedby={`${id}-hint`}
          aria-invalid={wrong}
          placeholder={placeholderOf(schema) || 'JSON'}
          defaultValue={initial === undefined ? '' : JSON.stringify(initial, null, 2)}
          onInput={({ currentTarget: { value } }) => take(value)}
        />
        {wrong && <span class="badge bad">{texts.value.form.notJson}</span>}
      </>
    </Labelled>
  );
}

function placeholderOf({ default: usual }: Asked): string {
  return usual === undefined ? '' : visible(JSON.stringify(usual));
}

function isPlainText(items: unknown): boolean {
  return typeof items === 'object' && items !== null && (items as Asked).type === 'string';
}

export function isFormValue(value: unknown): value is FormValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
