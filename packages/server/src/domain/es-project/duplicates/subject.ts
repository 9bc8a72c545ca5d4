import { createHash } from 'node:crypto'
import { numberKey } from '@xinchu/validators'
import { withDigits } from '../name.ts'

/** The columns used to compare a project. Absent and null are equivalent. */
export interface Subject {
  /** Absent for a project that is not stored yet. */
  id?: number | null
  province_code: string
  city_code?: string | null
  county_code?: string | null
  project_name: string
  normalised_name: string
  /** As computed by `nameColumns`; recomputed if absent. */
  name_keys?: readonly string[] | null
  phase_no?: string | null
  national_code?: string | null
  record_no?: string | null
  /** As computed by `numberColumns`; recomputed if absent, as the next one. */
  record_key?: string | null
  national_key?: string | null
  credit_code?: string | null
  owner_group_id?: number | null
  build_status?: string | null
  tech_type?: string | null
  app_sub_scenario?: string | null
  rated_power?: number | null
  rated_energy?: number | null
  longitude?: number | null
  latitude?: number | null
  substation_name?: string | null
  grid_voltage?: string | null
}

/** The columns of {@link Subject} without its id. */
export const subjectColumns = [
  'province_code',
  'city_code',
  'county_code',
  'project_name',
  'normalised_name',
  'phase_no',
  'national_code',
  'record_no',
  'record_key',
  'national_key',
  'credit_code',
  'owner_group_id',
  'build_status',
  'tech_type',
  'app_sub_scenario',
  'rated_power',
  'rated_energy',
  'longitude',
  'latitude',
  'substation_name',
  'grid_voltage',
] as const satisfies readonly (keyof Subject)[]

// Starts only at the first digit of a number, because trying every digit takes quadratic time.
const PHASE = /(?<!\d)(\d+)期/
const CAPACITY = /(?<!\d)\d+(?:万千瓦时|万千瓦|兆瓦时|兆瓦|MWH|MW|KWH|KW)/g

/** The name without its phase, which is compared separately. */
export const nameWithoutPhase = ({ normalised_name }: Pick<Subject, 'normalised_name'>): string =>
  normalised_name.replaceAll(/(?<!\d)\d+期/g, '')

/** The name without phase and capacity, which are compared separately. */
export const coreName = ({ normalised_name }: Pick<Subject, 'normalised_name'>): string =>
  nameWithoutPhase({ normalised_name }).replaceAll(CAPACITY, '')

/** Key of the filing number. Empty or undefined if there is none, also for a placeholder. */
export const recordKeyOf = ({ record_key, record_no }: Subject): string | undefined =>
  record_key ?? numberKey(record_no)

/** Key of the national code, as that of the filing number. */
export const nationalKeyOf = ({ national_key, national_code }: Subject): string | undefined =>
  national_key ?? numberKey(national_code)

/** Whether both name a phase, and another one. */
export function hasOtherPhase(a: Subject, b: Subject): boolean {
  const [one, other] = [phaseOf(a), phaseOf(b)]
  return one !== '' && other !== '' && one !== other
}

/** Whether two records have the same name and phase. */
export const hasSameName = (a: Subject, b: Subject): boolean =>
  nameWithoutPhase(a) === nameWithoutPhase(b) && phaseOf(a) === phaseOf(b)

/** The phase as digits, from its field or the name; empty if none. */
export function phaseOf({
  phase_no,
  normalised_name,
}: Pick<Subject, 'phase_no' | 'normalised_name'>): string {
  const own = (phase_no ?? '').normalize('NFKC').replace(/\s/g, '')
  // 二, 2 and 第二期 are the same phase.
  const said = withDigits(own.includes('期') ? own : `${own}期`)
  return PHASE.exec(said)?.[1] ?? (own || (PHASE.exec(normalised_name)?.[1] ?? ''))
}

/** Digest of the fields that a duplicate decision is based on. */
export function fingerprintOf(subject: Subject): string {
  const keys = [
    subject.normalised_name,
    phaseOf(subject),
    subject.national_code,
    subject.record_no,
    subject.credit_code,
    subject.county_code,
    subject.tech_type,
    subject.rated_power,
    subject.rated_energy,
    subject.longitude,
    subject.latitude,
  ].map((value) => value ?? '')
  return createHash('sha256').update(JSON.stringify(keys)).digest('hex').slice(0, 16)
}
