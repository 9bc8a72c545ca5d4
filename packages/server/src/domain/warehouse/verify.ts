import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { originOf } from '../../db/origin.ts'
import { type Reads, sharedRead } from '../../db/shared-reads.ts'
import { readOneMoment, type Transact } from '../../db/transaction.ts'
import { notFound } from '../../errors.ts'
import { canonicalJson, chainHash, covered } from '../audit-log/canonical.ts'
import { periodNumber } from '../ledger/official.ts'
import { batches } from '../statistics/publications.ts'
import { checkChain } from './chain-check.ts'
import { digestOf, figuresOf, partsOf } from './digests.ts'
import { lastUnsealed, METHOD } from './seal.ts'
import { type Check, checked, claimOf, type Seal, sealsOf, type Verification } from './verification.ts'

/** Names of values that are not the same in both. */
const unlike = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => canonicalJson(one[name] ?? null) !== canonicalJson(other[name] ?? null))
    .sort()

const KINDS: Readonly<Record<string, string>> = { project: '项目', report: '使用情况' }

/** Compares the rows of a batch with its seal, by province. */
async function checkRows(trx: Trx, seal: Seal): Promise<Check> {
  const parts = (await partsOf(trx, [seal], seal.edition)).get(periodNumber(seal)) ?? {}
  const { rows } = await sql<{ code: string; name: string }>`
    select code, short_name as name from region where level = 1`.execute(trx)
  const names = new Map(rows.map(({ code, name }) => [code, name]))
  const told = unlike(seal.parts, parts).map((part) => {
    const [kind = '', code = ''] = part.split('-')
    return `${names.get(code) ?? code}的${KINDS[kind] ?? kind}数据与封存时不符`
  })
  const isKept = digestOf(seal.parts) === claimOf(seal).rowsDigest
  return checked('ROWS', isKept ? told : [...told, '封存的分省摘要被改动'])
}

const CAPTIONS: Readonly<Record<string, string>> = {
  ...{ nation: '全国', totals: '各省合计', region: '地区', techType: '技术路线', techSubType: '细分技术' },
  ...{ statTechGroup: '统计技术路线', appScenario: '应用场景', appSubScenario: '细分应用场景' },
  ...{ statScenarioGroup: '统计应用场景', scaleBand: '规模分档', durationBand: '时长分档' },
  ...{ ownerType: '企业性质', gridVoltage: '并网电压等级', buildStatus: '建设状态', year: '年度' },
}

/** Compares the figures of a batch with its seal, by dimension. Those of an earlier method are not computed again. */
export async function checkFigures(trx: Trx, seal: Seal): Promise<Check> {
  const { method, figuresDigest } = claimOf(seal)
  if (digestOf(seal.figures) !== figuresDigest) return checked('FIGURES', ['封存的数被改动'])
  if (method !== METHOD) {
    const words = `封存时的口径为第 ${method} 版，现行第 ${METHOD} 版，不再重新计算`
    return { part: 'FIGURES', result: 'OLD_METHOD', differences: [words] }
  }
  const moved = unlike(seal.figures, await figuresOf(trx, seal, seal.edition))
  return checked(
    'FIGURES',
    moved.map((name) => `${CAPTIONS[name] ?? name}的数与封存时不符`),
  )
}

interface EntryRow {
  hash: string | null
  before: string | null
  entry: Record<string, unknown>
}

/** Finds the audit entry that holds a seal, and compares it with the audit chain. */
async function checkEntry(db: Db, { no, seal, sealed_at }: Seal): Promise<Check> {
  const { rows } = await sql<EntryRow>`
    select s.hash, b.hash as before, ${covered} as entry
    from audit_log a left join audit_seal s on s.entry_id = a.id left join audit_seal b on b.seq = s.seq - 1
    where a.record_keys @> array[${`WAREHOUSE:${no}`}] and position(${seal} in a.changes::text) > 0
    order by a.id limit 1`.execute(db)
  const [found] = rows
  if (found) {
    // Without the hash before, the days up to it were removed; an entry that waits has none yet.
    const isOpen = found.hash === null || found.before === null
    const isKept = isOpen || chainHash(found.before ?? '', canonicalJson(found.entry)) === found.hash
    return checked('ENTRY', isKept ? [] : ['审计记录与审计链不符'])
  }
  const removed = await sql`
    select 1 from audit_head where removed_at is not null and day >= ${sealed_at}::date limit 1`.execute(db)
  if (removed.rows.length === 0) return checked('ENTRY', ['没有载明本封存值的审计记录'])
  return { part: 'ENTRY', result: 'EXPIRED', differences: ['审计记录已到期清理，封存链仍可核验'] }
}

/** Checks of one batch by itself: rows, figures and audit entry, each in a transaction of its own. */
export const checksOf = async (transact: Transact, seal: Seal): Promise<Check[]> => [
  await transact((trx) => checkRows(trx, seal)),
  await transact((trx) => checkFigures(trx, seal)),
  await transact((trx) => checkEntry(trx, seal)),
]

const outcome = (batch: string, seal: Seal | undefined, checks: Check[]): Verification => ({
  batch,
  ...(seal ? { seal: seal.seal, sealedAt: seal.sealed_at } : {}),
  isIntact: checks.every(({ result }) => result !== 'DIFFERS'),
  checks,
})

/**
 * The seal of a published batch; undefined if it has lost it.
 * @throws HttpError 404 unless the batch is published, and should have a seal
 */
async function sealOf(trx: Trx, name: string): Promise<Seal | undefined> {
  await readOneMoment(trx)
  const [seal] = await sealsOf(trx, name)
  if (seal) return seal
  const last = await lastUnsealed(trx)
  const found = (await batches(trx, {})).find(({ batch }) => batch === name)
  if ((found?.publishedEdition ?? 0) <= last) throw notFound('该批次的封存')
  return undefined
}

async function verify(transact: Transact, batch: string): Promise<Verification> {
  const seal = await transact((trx) => sealOf(trx, batch))
  const own = seal ? await checksOf(transact, seal) : []
  const chain = await transact(checkChain)
  return outcome(batch, seal, [
    ...own.filter(({ part }) => part !== 'ENTRY'),
    chain,
    ...own.filter(({ part }) => part === 'ENTRY'),
  ])
}

const running = new WeakMap<Db, Reads<Verification>>()

/**
 * Verifies a published batch against its seal. Calls for a batch at the same time share one run.
 * @throws HttpError 404 for a batch that is not published, or waits for its first seal
 */
export function verifyPublication(db: Db, transact: Transact, batch: string): Promise<Verification> {
  const reads = running.get(originOf(db)) ?? new Map<string, Promise<Verification>>()
  running.set(originOf(db), reads)
  return sharedRead(db, reads, batch, () => verify(transact, batch))
}
