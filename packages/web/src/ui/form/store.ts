import { type FieldSpec, type Issue, isRequired, type Stage } from '@xinchu/validators'
import { allIssues, type CrossCheck, ownerOf } from './issues.ts'
import { draftOf, type FormValues, isSame, type RowSpecs } from './values.ts'

export interface FormOptions {
  specs: readonly FieldSpec[]
  /** The properties of parts and of inner objects, by the name of the property that holds them. */
  rows?: RowSpecs
  initial: FormValues
  /** Rules across fields. */
  check?: CrossCheck
  /** Dependent choices: child field to parent field. Changing the parent clears the child. */
  parents?: Readonly<Record<string, string>>
}

export interface FormState {
  values: FormValues
  /** Issues shown at the fields: own checks of visited fields, and the server's errors. */
  issues: readonly Issue[]
  isDirty: boolean
  /** Running uploads. */
  uploads: number
}

/** Values and issues of a form. Components read slices of it. */
export interface FormStore {
  readonly options: FormOptions
  /** @param listener is given the values of others, if they are the change */
  subscribe(listener: (adopted?: FormValues) => void): () => void
  state(): FormState
  set(changes: FormValues): void
  /** Takes values that somebody else has stored: no step of the author, who cannot undo it. */
  adopt(changes: FormValues): void
  /** Marks a field as visited, so that it shows its issues. */
  touch(name: string): void
  /**
   * Checks all or these fields, and keeps checking them at this stage.
   * @returns the errors, without warnings
   */
  validate(stage: Stage, names?: readonly string[]): readonly Issue[]
  /** Shows external issues, such as a name in use. Replaces the previous ones. */
  advise(issues: readonly Issue[]): void
  /** Checks again what is shown, after a rule has got what it needs. */
  recheck(): void
  /** Shows the server's errors until the fields change. */
  refuse(issues: readonly Issue[]): void
  /** Whether a field shows the required mark, as for a submission. */
  isRequired(name: string): boolean
  /** The current request. */
  draft(): Record<string, unknown>
  /** Marks these values, or the current ones, as saved. */
  settle(values?: FormValues): void
  /** What was saved last, or the initial values. */
  saved(): FormValues
  /** Number of fields that differ from what was saved. */
  unsaved(): number
  /** Marks these values as saved and keeps input typed since they were sent. */
  keep(sent: FormValues): void
  uploading(change: 1 | -1): void
}

/** Clears dependent fields recursively. */
function cascaded(changes: FormValues, parents: Readonly<Record<string, string>>): FormValues {
  const result: Record<string, unknown> = { ...changes }
  const queue = Object.keys(changes)
  for (const changed of queue) {
    for (const [child, parent] of Object.entries(parents)) {
      if (parent !== changed || child in result) continue
      result[child] = ''
      queue.push(child)
    }
  }
  return result
}

/** Computes the visible issues of a form. */
function createFinder({ specs, rows = {}, check }: FormOptions) {
  const touched = new Set<string>()
  const submitted = new Set<string>()
  let checkedStage: Stage | undefined
  return {
    touch: (name: string) => !touched.has(name) && touched.add(name),
    checkAll(stage: Stage) {
      checkedStage = stage
    },
    checkSome(names: readonly string[]) {
      for (const name of names) submitted.add(name)
    },
    find(values: FormValues): readonly Issue[] {
      const issuesAt = (stage: Stage) => allIssues(values, specs, rows, check, stage)
      if (checkedStage) return issuesAt(checkedStage)
      const strict = submitted.size > 0 ? issuesAt('submit') : []
      return [
        ...strict.filter(({ field }) => submitted.has(ownerOf(field))),
        ...issuesAt('draft').filter(({ field }) => {
          const owner = ownerOf(field)
          return touched.has(owner) && !submitted.has(owner)
        }),
      ]
    },
  }
}

/** Creates a form store with initial values. */
export function createFormStore(options: FormOptions): FormStore {
  const { specs, rows = {}, parents = {} } = options
  const byName = new Map(specs.map((spec) => [spec.name, spec]))
  const listeners = new Set<(adopted?: FormValues) => void>()
  const finder = createFinder(options)
  let settled = options.initial
  let refused: readonly Issue[] = []
  let advice: readonly Issue[] = []
  let state: FormState = { values: settled, issues: [], isDirty: false, uploads: 0 }

  const publish = (change: Partial<FormState> = {}, adopted?: FormValues) => {
    state = { ...state, ...change }
    state = { ...state, issues: [...finder.find(state.values), ...refused, ...advice] }
    for (const listener of listeners) listener(adopted)
  }
  const put = (given: FormValues, isAdopted: boolean) => {
    const all = cascaded(given, parents)
    refused = refused.filter(({ field }) => !(ownerOf(field) in all))
    const values = { ...state.values, ...all }
    publish({ values, isDirty: !isSame(specs, values, settled) }, isAdopted ? all : undefined)
  }
  const changes: Pick<FormStore, 'set' | 'adopt' | 'settle' | 'keep' | 'uploading'> = {
    set: (given) => put(given, false),
    adopt: (given) => put(given, true),
    settle(values = state.values) {
      settled = values
      publish({ values, isDirty: false })
    },
    keep(sent) {
      settled = sent
      publish({ isDirty: !isSame(specs, state.values, settled) })
    },
    uploading: (change) => publish({ uploads: state.uploads + change }),
  }
  const findings: Pick<FormStore, 'touch' | 'validate' | 'refuse' | 'advise' | 'recheck'> = {
    recheck: () => publish(),
    touch: (name) => finder.touch(name) && publish(),
    validate(stage, names) {
      if (names) finder.checkSome(names)
      else finder.checkAll(stage)
      refused = []
      publish()
      return state.issues.filter(
        ({ level, field }) => level === 'error' && (!names || names.includes(ownerOf(field))),
      )
    },
    refuse(issues) {
      refused = issues
      publish()
    },
    advise(issues) {
      if (issues.length === 0 && advice.length === 0) return
      advice = issues
      publish()
    },
  }
  return {
    ...changes,
    ...findings,
    options,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    saved: () => settled,
    unsaved: () => specs.filter((spec) => !isSame([spec], state.values, settled)).length,
    isRequired(name) {
      const spec = byName.get(name)
      return spec !== undefined && isRequired(spec, state.values, 'submit')
    },
    draft: () => draftOf(specs, state.values, rows),
  }
}
