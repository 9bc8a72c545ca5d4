import { type FlowAction, isXinchuError } from '@xinchu/sdk'
import type { Rig } from '../rig.ts'
import { type RecordStore, type Stored, storeOf } from './stored.ts'
import type { Answer, Outsider, StepRequest, Subject } from './subject.ts'
import { besideOf, eventsSince, marksOf, tracesSince } from './traces.ts'
import { type Viewer, viewsOf } from './view.ts'
import { inLine, timeless, withoutTimes } from './words.ts'

const ASKED = '请核对后修改'
const ANSWERED = '已核对，数据无误'

/** A walk of one record through its states. */
interface Walk {
  rig: Rig
  subject: Subject
  id: number
  store: RecordStore
  outsider: Outsider | undefined
}

/** Who takes a step, with an account or without one. */
interface Actor extends Pick<Viewer, 'account'>, Partial<Pick<Viewer, 'client'>> {
  take(request: StepRequest): Promise<Answer>
}

const rowOf = ({ subject }: Walk, stored: Stored) => stored[subject.table]?.[0] ?? {}

const stateOf = (walk: Walk, stored: Stored): string =>
  walk.subject.state.map((column) => inLine(rowOf(walk, stored)[column])).join(' ')

const columnsOf = (walk: Walk, stored: Stored): string =>
  inLine(
    Object.fromEntries(
      [...walk.subject.state, ...(walk.subject.more ?? [])].map((column) => [
        column,
        rowOf(walk, stored)[column],
      ]),
    ),
  )

async function tryOnce({ take }: Actor, request: StepRequest): Promise<Answer> {
  try {
    return await take(request)
  } catch (error) {
    if (!isXinchuError(error)) throw error
    return { refused: [error.code ?? error.kind, ...error.errors.map(({ code = '' }) => code)] }
  }
}

/** Answers the open remarks that the account may answer. */
async function answerAll({ subject, id }: Walk, { client }: Actor): Promise<void> {
  if (!client) return
  const { remarks } = await client.review.getRecord({ entity: subject.entity, entityId: id })
  const items = remarks
    .filter(({ answerable }) => answerable)
    .map((each) => ({ id: each.id, answer: ANSWERED }))
  if (items.length > 0) await client.review.answer({ items })
}

type Goal = Viewer['record']['goals'][number]

function requestOf(
  walk: Walk,
  stored: Stored,
  goal: Pick<Goal, 'action' | 'target' | 'needsOpinion'>,
): StepRequest {
  const { action, target, needsOpinion } = goal
  return {
    id: walk.id,
    version: Number(rowOf(walk, stored)['version']),
    action,
    ...(target ? { target } : {}),
    ...(needsOpinion ? { opinion: ASKED } : {}),
    ...(action === 'RETURN'
      ? { dueDate: '2040-01-31', remarks: [{ field: walk.subject.field, text: ASKED }] }
      : {}),
  }
}

/** Takes a step as an account does: answers or closes the remarks where they stop it. Returns its refusals too. */
async function take(
  walk: Walk,
  actor: Actor,
  request: StepRequest,
): Promise<{ answer: Answer; said: string[] }> {
  const first = await tryOnce(actor, request)
  if (!first.refused) return { answer: first, said: [] }
  const said = [`    refused | ${first.refused.join(' ')}`]
  if (first.refused.includes('W-028')) await answerAll(walk, actor)
  else if (!first.refused.includes('W-029')) return { answer: first, said }
  const { version } = (await walk.store.read())[walk.subject.table]?.[0] ?? {}
  const again = {
    ...request,
    version: Number(version),
    ...(first.refused.includes('W-029') ? { closeRemarks: true } : {}),
  }
  return { answer: await tryOnce(actor, again), said }
}

/** Columns that every write changes. */
const OF_WRITE = new Set(['version', 'update_by', 'update_time'])

const lineOf = (value: unknown): string => withoutTimes(inLine(value))

/** Names what an undo has not put back. */
function leftBy(walk: Walk, before: Stored, after: Stored): string[] {
  return Object.keys(before).flatMap((name) => {
    const visible = (rows: Stored[string] = []) => rows.filter((row) => row['undone'] !== true)
    const [old, now] = [visible(before[name]), visible(after[name])]
    if (name !== walk.subject.table) return lineOf(old) === lineOf(now) ? [] : [name]
    return Object.keys(old[0] ?? {}).filter(
      (column) => !OF_WRITE.has(column) && lineOf(old[0]?.[column]) !== lineOf(now[0]?.[column]),
    )
  })
}

async function undo(walk: Walk, { client }: Actor, undoId: string, before: Stored): Promise<string[]> {
  const marks = await marksOf(walk.rig)
  await client?.review.undo({ undoId })
  const left = leftBy(walk, before, await walk.store.read())
  return [
    `    undone | left: ${left.join(' ')}`,
    ...(await eventsSince(walk.rig, walk.id, marks)),
    ...(await besideOf(walk.rig, walk.subject)),
  ]
}

/** Takes one step from a state and undoes it if that is offered. Returns the state that it led to. */
async function step(
  walk: Walk,
  actor: Actor,
  from: Stored,
  goal: Pick<Goal, 'action' | 'target' | 'needsOpinion'>,
): Promise<{ lines: string[]; to?: Stored }> {
  await walk.store.write(from)
  const request = requestOf(walk, from, goal)
  const head = `  ${actor.account} ${[request.action, request.target].filter(Boolean).join(' ')}`
  const marks = await marksOf(walk.rig)
  const { answer, said } = await take(walk, actor, request)
  if (answer.refused) return { lines: [head, ...said, `    refused | ${answer.refused.join(' ')}`] }
  const to = await walk.store.read()
  const traces = await tracesSince(walk.rig, walk.subject, walk.id, marks)
  const undone = answer.undoId ? await undo(walk, actor, answer.undoId, from) : ['    final']
  return { lines: [head, ...said, `    state | ${columnsOf(walk, to)}`, ...traces, ...undone], to }
}

interface Wanted {
  actor: Actor
  goal: Pick<Goal, 'action' | 'target' | 'needsOpinion'>
}

/** What is done without an account. */
const outsideOf = ({ outsider }: Walk): Wanted[] => {
  if (!outsider) return []
  const actor = { account: outsider.name, take: outsider.take }
  return outsider.actions.map((action) => ({ actor, goal: { action, needsOpinion: true } }))
}

/** The goals of all accounts, and what their forms offer besides. Those that may return a record also sign it in. */
function goalsOf({ subject }: Walk, viewers: readonly Viewer[]): Wanted[] {
  return viewers.flatMap(({ account, client, record: { goals }, offered }) => {
    const actor: Actor = { account, client, take: (request) => subject.take(client, request) }
    const has = (action: FlowAction) => goals.some((goal) => goal.action === action)
    const further = (subject.further ?? []).filter((action) =>
      action === 'READ' ? has('RETURN') : offered.includes(action) && !has(action),
    )
    return [
      ...goals.map((goal) => ({ actor, goal })),
      ...further.map((action) => ({ actor, goal: { action, needsOpinion: NEEDING.has(action) } })),
    ]
  })
}

const NEEDING: ReadonlySet<FlowAction> = new Set([
  'PRIMARY_FAIL',
  'EXCELLENT_FAIL',
  'CANCEL',
  'QUIT',
  'REOPEN',
] as const)

/** What all accounts see of a record in a state, and each step from it. */
async function visit(walk: Walk, stored: Stored): Promise<{ lines: string[]; reached: Stored[] }> {
  await walk.store.write(stored)
  const state = stateOf(walk, stored)
  await walk.subject.prepare?.(walk.rig, walk.id, state)
  const { viewers, lines } = await viewsOf(walk.rig, walk.subject, walk.id)
  if (walk.outsider) lines.push(`  sees | ${walk.outsider.name} | ${inLine(await walk.outsider.sees())}`)
  const reached: Stored[] = []
  const steps: string[] = []
  for (const { actor, goal } of [...goalsOf(walk, viewers), ...outsideOf(walk)]) {
    const { lines: own, to } = await step(walk, actor, stored, goal)
    steps.push(...own)
    if (to) reached.push(to)
  }
  return { lines: [`# ${state}`, ...lines, ...steps], reached }
}

/** Takes a record through all its states. Returns what was seen and done, in lines. */
export async function walkThrough(rig: Rig, subject: Subject): Promise<string> {
  const id = await subject.make(rig)
  const walk: Walk = { rig, subject, id, store: storeOf(rig, subject, id), outsider: subject.outsider?.(rig) }
  const first = await walk.store.read()
  const known = new Map([[stateOf(walk, first), first]])
  const lines: string[] = []
  // A map visits what is added while it is walked.
  for (const stored of known.values()) {
    const { lines: own, reached } = await visit(walk, stored)
    lines.push(...own)
    for (const each of reached) {
      const state = stateOf(walk, each)
      if (!known.has(state) && !subject.skips?.(state)) known.set(state, each)
    }
  }
  for (const columns of subject.forced ?? []) {
    await walk.store.write(first)
    await walk.store.set(columns)
    lines.push(...(await visit(walk, await walk.store.read())).lines)
  }
  return `${lines.map((line) => timeless(line, id)).join('\n')}\n`
}
