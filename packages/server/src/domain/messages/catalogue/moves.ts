import { MessageLevel, MessageType } from '@xinchu/contract/codes'
import type { Target } from '../../links/link-to.ts'
import { entry } from './entry.ts'

/** Records that one step has moved, as one office is told of them. `id` is that of the only one. */
interface Together {
  /** Names of the first ones. */
  names: readonly string[]
  count: number
  id?: number | undefined
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

/** Most names in a message. */
export const MOST_NAMES = 5

const subject = ({ names, count }: Together) => (count === 1 ? `“${names[0] ?? ''}”` : `${count} 个项目`)

const named = ({ names, count }: Together) =>
  `${names.map((name) => `“${name}”`).join('、')}${count > names.length ? `等 ${count} 个项目` : ''}`

const listed = (told: Together) => (told.count === 1 ? [] : [named(told)])

const toProjects = ({ id }: Together): Target =>
  id === undefined ? { kind: 'PROJECT', purpose: 'list' } : { kind: 'PROJECT', purpose: 'read', id }

const ofMove = <Values extends Together>(
  title: (values: Values) => string,
  text: (values: Values) => readonly string[],
) =>
  entry<Values>({
    title,
    text,
    type: MessageType.notice,
    level: MessageLevel.normal,
    target: toProjects,
    about: 'PROJECT',
  })

/** What happened to projects, for those who sent, passed or held them. They ask nothing of anybody. */
export const moves = {
  'project.moved': ofMove<Passed>(
    (told) => `${subject(told)}已由${told.office}${told.verb}`,
    (told) => [...listed(told), `现为“${told.state}”${told.next ? `，${told.next}` : ''}。`],
  ),
  'project.voided': ofMove<Moved>(
    (told) => `${subject(told)}已退回填报单位，本级原通过作废`,
    (told) => [`${told.office}退回了${named(told)}，重新提交后须再次审核。`],
  ),
  'project.withdrawn': ofMove<Moved>(
    (told) => `${subject(told)}已由${told.office}撤回`,
    (told) => [...listed(told), '撤回的项目不再由本单位办理，重新提交后再送本单位。'],
  ),
  'project.stored': ofMove<Together & { period: string }>(
    ({ count }) => `${count} 个项目已入库`,
    (told) => [`${named(told)}计入 ${told.period} 及以后的统计。`],
  ),
}
