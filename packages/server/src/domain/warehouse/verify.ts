import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { notFound } from '../../errors.ts'
import { canonicalJson, chainHash, covered, NO_HASH } from '../audit-log/canonical.ts'
import { periodNumber } from '../ledger/official.ts'
import { digestOf, type Figures, figuresOf, type Parts, partsOf } from './digests.ts'
import { type Claim, METHOD } from './seal.ts'

type Verification = components['schemas']['StatVerification']
type Check = Verification['checks'][number]

/** A seal as it is stored. */
export interface Seal {
  no: number
  year: number
  quarter: number
  edition: number
  claim: string
  parts: Parts
  figures: Figures
  seal: string
  sealed_at: string
}

const checked = (part: Check['part'], differences: readonly string[]): Check => ({
  part,
  result: differences.length === 0 ? 'OK' : 'DIFFERS',
  differences: [...differences],
})

/** Names of values that are not the same in both. */
const unlike = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => canonicalJson(one[name] ?? null) !== canonicalJson(other[name] ?? null))
    .sort()

// The seal's own column of the table is what it was computed from, and is compared with the table's others.
const claimOf = ({ claim }: Pick<Seal, 'claim'>) => JSON.parse(claim) as Claim // written by `seal.ts`

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

/** Compares the figures of a batch with its seal, by dimension. */
export async function checkFigures(trx: Trx, seal: Seal): Promise<Check> {
  const { method, figuresDigest } = claimOf(seal)
  const kept = digestOf(seal.figures) === figuresDigest ? [] : ['封存的数被改动']
  if (method !== METHOD)
    return checked('FIGURES', [...kept, `封存时的口径为第 ${method} 版，现行第 ${METHOD} 版`])
  const moved = unlike(seal.figures, await figuresOf(trx, seal, seal.edition))
  return checked('FIGURES', [...kept, ...moved.map((name) => `${CAPTIONS[name] ?? name}的数与封存时不符`)])
}

const spanOf = (first: number, last: number) => (first === last ? `${first}` : `${first} 至 ${last}`)

/** Checks the whole chain of seals: numbers without gaps, and recomputed hashes. */
export async function checkChain(db: Db): Promise<Check> {
  const { rows } = await sql<Pick<Seal, 'no' | 'claim' | 'seal'>>`
    select no, claim, seal from official_seal order by no`.execute(db)
  const differences: string[] = []
  let before = { no: 0, seal: NO_HASH }
  for (const { no, claim, seal } of rows) {
    if (no !== before.no + 1) differences.push(`封存序号 ${spanOf(before.no + 1, no - 1)} 缺失`)
    else if (chainHash(before.seal, claim) !== seal)
      differences.push(`${claimOf({ claim }).batch} 的封存值与链不符`)
    before = { no, seal }
  }
  return checked('CHAIN', differences)
}

interface EntryRow {
  hash: string | null
  before: string | null
  entry: Record<string, unknown>
}

/** Finds the audit entry that holds a seal, and compares it with the audit chain. */
export async function checkEntry(db: Db, { no, seal, sealed_at }: Seal): Promise<Check> {
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

/** All seals, or that of a batch. */
export async function sealsOf(db: Db, batch?: string): Promise<Seal[]> {
  const [, year, quarter, revision] = /^(\d{4})Q(\d)-(\d+)$/.exec(batch ?? '') ?? []
  const isWanted =
    batch === undefined
      ? sql`true`
      : sql`year = ${Number(year)} and quarter = ${Number(quarter)} and revision = ${Number(revision)}`
  const { rows } = await sql<Seal>`
    select no, year, quarter, edition, claim, parts, figures, seal, sealed_at from official_seal
    where ${isWanted} order by no`.execute(db)
  return rows
}

/** Checks of one batch: rows, figures, chain and audit entry. */
export const checksOf = async (trx: Trx, seal: Seal): Promise<Check[]> => [
  await checkRows(trx, seal),
  await checkFigures(trx, seal),
  await checkChain(trx),
  await checkEntry(trx, seal),
]

/**
 * Verifies a published batch against its seal.
 * @throws HttpError 404 for a batch without a seal
 */
export async function verifyPublication(trx: Trx, batch: string): Promise<Verification> {
  const [seal] = await sealsOf(trx, batch)
  if (!seal) throw notFound('该批次的封存')
  const checks = await checksOf(trx, seal)
  return {
    batch,
    seal: seal.seal,
    sealedAt: seal.sealed_at,
    isIntact: checks.every(({ result }) => result !== 'DIFFERS'),
    checks,
  }
}
