import { isEmpty } from '@xinchu/validators'
import { type ReactNode, useCallback, useId } from 'react'
import { FieldDescription } from '../../../ui/field.tsx'
import { useForm, useFormSlice } from '../../../ui/form/context.ts'
import { ownerOf } from '../../../ui/form/issues.ts'
import type { FormState, FormStore } from '../../../ui/form/store.ts'
import { draftOf, rowsAt } from '../../../ui/form/values.ts'
import { usePorts } from '../../../ui/ports.ts'
import { RecordText } from '../../../ui/record/record-group.tsx'
import { type NumberedRemark, type RemarkState, valueFromWords } from '../../../ui/review/remark-model.ts'
import { RemarkThread } from '../../../ui/review/remark-thread.tsx'
import { isShown, projectParents, projectRows, projectSpecs } from '../form-model.ts'
import {
  type FormReview,
  namesOf,
  ownerOfPlace,
  specOf,
  useFormReview,
  useRemarkStates,
} from './form-review.ts'

/** Returns the remarks shown beside a field. */
export const remarksAt = (review: FormReview | undefined, name: string): readonly NumberedRemark[] =>
  (review?.items ?? []).filter(({ place }) => place && ownerOfPlace(place) === name)

/** Whether a field without a remark must be seen: it is wrong, or required and empty. */
function mustBeSeen(name: string, { values, issues }: FormState, store: FormStore): boolean {
  const names = namesOf({ name })
  return (
    issues.some(({ field, level }) => level === 'error' && names.includes(ownerOf(field))) ||
    names.some((each) => store.isRequired(each) && isEmpty(values[each]))
  )
}

/** Whether a field is folded away because it was not returned. */
export const isFolded = (
  name: string,
  section: string,
  review: FormReview | undefined,
  state: FormState,
  store: FormStore,
): boolean =>
  review?.isOnlyReturned === true &&
  !review.expanded.has(section) &&
  remarksAt(review, name).length === 0 &&
  !mustBeSeen(name, state, store)

/** The current value of a place, as text. */
function Now({ item: { place } }: { item: NumberedRemark }) {
  const values = useFormSlice((state) => state.values)
  const spec = place && specOf(place)
  if (!place || !spec) return null
  const row = place.row === undefined ? undefined : rowsAt(values, place.name)[place.row]
  if (place.row !== undefined && !row) return '已删除'
  const source = row ?? values
  if (place.name === 'attachmentIds' || (projectRows[place.name] && !place.property))
    return `${Array.isArray(values[place.name]) ? (values[place.name] as unknown[]).length : 0} 项`
  return <RecordText spec={spec} record={draftOf([spec], source)} />
}

/** Restores the value at the time of the remark; undefined if its text cannot be parsed. */
function useRestore({ remark, place }: NumberedRemark, review: FormReview | undefined) {
  const { store } = useForm()
  const spec = place && specOf(place)
  const entries = usePorts().useDict(spec?.dict)
  if (!place || !spec || !review) return undefined
  const { row, property, name } = place
  const isRow = row !== undefined
  // Until the next save, the stored record still has that value.
  if (!remark.changed && !isRow) {
    const children = Object.keys(projectParents).filter((child) => projectParents[child] === name)
    return () =>
      store.set(
        Object.fromEntries([...namesOf(place), ...children].map((each) => [each, review.stored[each] ?? ''])),
      )
  }
  const words = valueFromWords(spec, remark.value, entries)
  if (words === undefined || (isRow && !property)) return undefined
  if (!isRow || !property) return () => store.set({ [name]: words })
  return () =>
    store.set({
      [name]: rowsAt(store.state().values, name).map((each, at) =>
        at === row ? { ...each, [property]: words } : each,
      ),
    })
}

interface ThreadProps {
  item: NumberedRemark
  state: RemarkState
  id?: string
  note?: string | undefined
  isNamed?: boolean
}

/** A remark's thread with the form's additions: current value, restoring, answering. */
export function FormThread({ item, state, ...rest }: ThreadProps) {
  const review = useFormReview()
  const form = useForm()
  const restore = useRestore(item, review)
  const { id, answerable } = item.remark
  const save = review?.answer
  const onAnswer = useCallback((text: string) => save?.(id, text) ?? Promise.resolve(), [save, id])
  if (!review) return null
  return (
    <RemarkThread
      {...rest}
      item={item}
      state={state}
      now={<Now item={item} />}
      isOpen={review.opened === id && (answerable ?? false)}
      isFocused={review.isBoxFocused}
      onOpen={() => review.openBox(id)}
      onAnswer={answerable ? onAnswer : undefined}
      onRestore={restore}
      onAttach={item.place?.name === 'attachmentIds' ? undefined : () => form.focus('attachmentIds')}
    />
  )
}

const LONG = 200
const WIDE_KINDS: ReadonlySet<string> = new Set(['rows', 'dicts', 'list'])
const WIDE_NAME = 'projectName'

const isWide = (name: string) => {
  const spec = projectSpecs.find((each) => each.name === name)
  return (
    name === WIDE_NAME || (spec !== undefined && (WIDE_KINDS.has(spec.kind) || (spec.maxLength ?? 0) >= LONG))
  )
}

interface ReturnedFieldProps {
  name: string
  section: string
  children: ReactNode
}

/**
 * A field of the form with its remarks beside it. A field that was not returned may be folded away; it stays mounted, so
 * that it keeps its state.
 */
export function ReturnedField({ name, section, children }: ReturnedFieldProps) {
  const review = useFormReview()
  const { store } = useForm()
  const id = useId()
  const isHidden = useFormSlice((state) => isFolded(name, section, review, state, store))
  const isApplied = useFormSlice(({ values }) => isShown(name, values))
  const states = useRemarkStates(review?.items, review?.stored)
  const items = remarksAt(review, name).filter(
    ({ place }) => place?.row === undefined || hasRow(store, place),
  )
  const threadId = (remark: number) => `${id}-${remark}`
  const isReturned = items.length > 0 && isApplied
  const look = isReturned
    ? `col-span-full grid min-w-0 items-start gap-x-[18px] gap-y-1 border-line pb-2.5 [&:has(~_:not([hidden]))]:border-b ${isWide(name) ? '' : 'lg:grid-cols-[280px_minmax(0,1fr)]'}`
    : 'contents'
  return (
    <div hidden={isHidden} className={look}>
      <FieldDescription
        value={isReturned ? items.map(({ remark }) => threadId(remark.id)).join(' ') : undefined}
      >
        <div className={isReturned ? 'min-w-0' : 'contents'}>{children}</div>
      </FieldDescription>
      {isReturned && (
        <div className="grid min-w-0 gap-2">
          {items.map((item) => (
            <FormThread
              key={item.remark.id}
              id={threadId(item.remark.id)}
              item={item}
              state={states[review?.items.indexOf(item) ?? -1] ?? 'open'}
              isNamed={item.place?.row !== undefined || item.place?.name !== name}
            />
          ))}
        </div>
      )}
    </div>
  )
}

const hasRow = (store: FormStore, { name, row = 0 }: { name: string; row?: number }) =>
  rowsAt(store.state().values, name)[row] !== undefined
