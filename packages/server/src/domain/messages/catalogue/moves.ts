import { MessageLevel, MessageType } from '@xinchu/contract/codes'
import type { ReviewedKind } from '@xinchu/validators'
import { labelIn } from '../../dict/label.ts'
import type { Target } from '../../links/link-to.ts'
import { entry } from './entry.ts'

/** Records of one kind that one step has moved, as one office is told of them. `id` is that of the only one. */
interface Together {
  kind: ReviewedKind
  /** Names of the first ones. */
  names: readonly string[]
  count: number
  id?: number | undefined
  /** The record, or the list that has them. */
  target: Target
}

interface Moved extends Together {
  /** The office that has taken the step. */
  office: string
}

interface Passed extends Moved {
  /** What it has done: 通过, 上报国家. */
  verb: string
  /** The state afterwards, and who deals with the only record next. */
  state: string
  next?: string | undefined
}

interface Todo extends Together {
  /** The office that has sent them, if it is one, and how: 提交, 通过. */
  office?: string | undefined
  verb: string
}

/** Most names in a message. */
export const MOST_NAMES = 5

/** How messages name records of a kind, where not by its name: projects are meant where no kind is named. */
const SPOKEN: Readonly<Partial<Record<ReviewedKind, { noun: string; counted: string }>>> = {
  PROJECT: { noun: '', counted: '个项目' },
}

const nounOf = ({ kind }: Together) => SPOKEN[kind]?.noun ?? labelIn('review_entity', kind)

const counted = ({ kind, count }: Together) =>
  `${count} ${SPOKEN[kind]?.counted ?? `件${labelIn('review_entity', kind)}`}`

const subject = (told: Together) =>
  told.count === 1 ? `${nounOf(told)}“${told.names[0] ?? ''}”` : counted(told)

const quoted = (names: readonly string[]) => names.map((name) => `“${name}”`).join('、')

const named = (told: Together) => {
  const { names, count } = told
  const all = quoted(names)
  return count > names.length ? `${all}等 ${counted(told)}` : `${count === 1 ? nounOf(told) : ''}${all}`
}

const listed = (told: Together) => (told.count === 1 ? [] : [named(told)])

const ofMove = <Values extends Together>(
  title: (values: Values) => string,
  text: (values: Values) => readonly string[],
  type: (typeof MessageType)[keyof typeof MessageType] = MessageType.notice,
) =>
  entry<Values>({
    title,
    text,
    type,
    level: MessageLevel.normal,
    target: ({ target, id }) => (id === undefined ? target : { ...target, id }),
    about: ({ kind }) => kind,
  })

/** What happened to records, for those who sent, passed or held them. It asks nothing of anybody. */
export const moves = {
  'record.moved': ofMove<Passed>(
    (told) => `${subject(told)}已由${told.office}${told.verb}`,
    (told) => [...listed(told), `现为“${told.state}”${told.next ? `，${told.next}` : ''}。`],
  ),
  'record.voided': ofMove<Moved>(
    (told) => `${subject(told)}已退回填报单位，本级原通过作废`,
    (told) => [`${told.office}退回了${named(told)}，重新提交后须再次审核。`],
  ),
  'record.withdrawn': ofMove<Moved>(
    (told) => `${subject(told)}已由${told.office}撤回`,
    (told) => [
      ...listed(told),
      `撤回的${labelIn('review_entity', told.kind)}不再由本单位办理，重新提交后再送本单位。`,
    ],
  ),
  'project.stored': ofMove<Together & { period: string }>(
    ({ count }) => `${count} 个项目已入库`,
    (told) => [`${named(told)}计入 ${told.period} 及以后的统计。`],
  ),
  'project.unstored': ofMove<Together & { batch: string }>(
    ({ count }) => `${count} 个项目回到待入库`,
    (told) => [`批次 ${told.batch} 已撤回，${named(told)}现为“待入库”，下次入库时再次列入。`],
  ),
}

/** The registrations that wait for the reader's office. */
export const OWN_REGISTRATIONS: Target = { kind: 'REGISTRATION', purpose: 'list', search: { mine: 'true' } }

/** What an office has to deal with now. */
export const todos = {
  'record.todo': ofMove<Todo>(
    ({ kind, count }) => `${count} 件${labelIn('review_entity', kind)}待办理`,
    (told) => [`${told.office ? `${told.office}${told.verb}的` : ''}${named(told)}已送本单位，请办理。`],
    MessageType.reminder,
  ),
  'registration.todo': entry<Pick<Together, 'names' | 'count'>>({
    title: ({ count }) => `${count} 件企业注册待审核`,
    text: ({ names, count }) => [
      `${quoted(names)}${count > names.length ? `等 ${count} 家企业` : ''}的注册已送本单位，请审核。`,
    ],
    type: MessageType.reminder,
    level: MessageLevel.normal,
    target: () => OWN_REGISTRATIONS,
  }),
}
