import { sessionFetch } from '@xinchu/sdk'
import { unzipSync } from 'fflate'
import { type Operation, operations } from '../../src/operations.ts'
import type { Rig } from '../rig.ts'
import { accountOf, isOpenTo } from './callers.ts'
import { readPdf } from './pdf.ts'

/** Reads that concern demonstration projects, whatever resource they belong to. */
const CONCERNS =
  /esDemonstrationProject|api\/events|messagePush|\/api\/review|tbIndexvalue|tbProgress|demoAnnualReport|auditLog/
/** Streams do not end. */
const STREAMS: ReadonlySet<string> = new Set(['/api/messagePush/stream'])

const READS = operations.filter(
  ({ method, path }) => method === 'GET' && CONCERNS.test(path) && !STREAMS.has(path),
)

/** Subjects of the calls: one project, its batch and its groups. */
export interface Asked {
  projectId: number
  batchYear: number
  batchNo: number
  groupIds: readonly number[]
}

type Values = Readonly<Record<string, readonly string[]>>

const valuesOf = ({ projectId, batchYear, batchNo, groupIds }: Asked): Values => ({
  keyword: ['打分'],
  id: [String(projectId)],
  projectId: [String(projectId)],
  demoProjectId: [String(projectId)],
  entity: ['DEMO'],
  entityId: [String(projectId)],
  batchYear: [String(batchYear)],
  batchNo: [String(batchNo)],
  year: [String(batchYear)],
  stage: ['PRIMARY', 'EXCELLENT'],
  tab: ['todo', 'done'],
  partType: ['APPLICATION'],
  groupId: groupIds.map(String),
  projectName: ['示范'],
  size: ['200'],
  opinions: ['true'],
})

/** Optional parameters that narrow a list to the batch, or add to a reply. Others would hide rows of interest. */
const NARROWING: ReadonlySet<string> = new Set([
  'batchYear',
  'batchNo',
  'size',
  'tab',
  'demoProjectId',
  'entityId',
  'entity',
  'opinions',
])

/** The record of calls is searched for those that save sheets: reads are recorded too. */
const RECORD = /auditLog/
/** Reads that are asked for one group, although they need none. */
const BY_GROUP = /\/(assignPlan|findGroupExpert)$/

/** Every path by which an operation is asked, one for each combination of values. */
function pathsOf({ path, parameters }: Operation, asked: Asked): string[] {
  const values = valuesOf(asked)
  const used = parameters.filter(
    ({ name, required }) => values[name] !== undefined && (required || NARROWING.has(name)),
  )
  const names = new Set([
    ...used.map(({ name }) => name),
    ...(BY_GROUP.test(path) ? ['groupId'] : []),
    ...(RECORD.test(path) ? ['keyword'] : []),
  ])
  const queries = [...names].reduce<string[][]>(
    (all, name) =>
      all.flatMap((before) =>
        (values[name] ?? []).map((value) => [...before, `${name}=${encodeURIComponent(value)}`]),
      ),
    [[]],
  )
  return queries.map((query) => {
    const inPath = path.replace(/\{\w+\}/, String(asked.projectId))
    return `${inPath}?${query.join('&')}`
  })
}

/** A reply as it came over the wire, a refusal without its time and number. */
export interface Told {
  path: string
  status: number
  etag: string | null
  size: number
  body: string
  /** A file as it came; absent for other replies. */
  file?: Buffer
}

/** What a reader of a reply sees: the text of documents, and of all parts of archives and workbooks. */
export async function textOf({ file, body }: Told): Promise<string> {
  if (file === undefined) return body
  if (body.startsWith('%PDF')) return (await readPdf(file)).text
  if (!body.startsWith('PK')) return body
  const parts = Object.values(unzipSync(file)).map((bytes) => {
    const content = Buffer.from(bytes)
    return textOf({ path: '', status: 200, etag: null, size: 0, body: content.toString(), file: content })
  })
  return (await Promise.all(parts)).join('\n')
}

/** Properties that differ between equal refusals. */
const OWN_OF_REFUSAL = /"(requestId|timestamp)":"[^"]*"/g

/** The experts of the pool may call what the account `expert` may. */
const kindOf = (username: string) => accountOf(username.startsWith('expert') ? 'expert' : username)

/**
 * Replies to all reads that are open to somebody: an account, or the public without a session.
 * @param options.files whether documents and exports are read too, or nothing else
 */
export async function allTold(
  rig: Rig,
  username: string | undefined,
  asked: Asked,
  { files = false }: { files?: boolean | 'only' } = {},
): Promise<Told[]> {
  const isOpen = ({ id, callers, success }: Operation) =>
    (files === 'only' ? success.isFile : files || !success.isFile) &&
    (username === undefined ? callers.includes('PUB') : isOpenTo(kindOf(username), id))
  const get =
    username === undefined
      ? (path: string) => fetch(`${rig.url}${path}`)
      : sessionFetch(await rig.sameAs(username))
  const told: Told[] = []
  for (const path of READS.filter(isOpen).flatMap((operation) => pathsOf(operation, asked))) {
    const reply = await get(path)
    const body = Buffer.from(await reply.arrayBuffer())
    const { status, headers } = reply
    const text = reply.ok ? body.toString() : body.toString().replace(OWN_OF_REFUSAL, '')
    told.push({
      ...{ path, status, etag: headers.get('etag'), size: body.length, body: text },
      ...(files && reply.ok && !headers.get('content-type')?.includes('json') ? { file: body } : {}),
    })
  }
  return told
}
