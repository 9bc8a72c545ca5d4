import { similarity } from '../es-project/duplicates/similarity.ts'
import type { ConflictCode, ConflictRule, Effect } from './conflict-policy.ts'
import { emailOf, isSameUnit, placeOf, telephoneOf, unitName } from './unit-names.ts'

/** A unit for which an expert works or has worked. */
export interface Employment {
  unit: string
  creditCode?: string
  ownerGroupId?: number
  address?: string
  /** The day on which he left, YYYY-MM-DD; absent while he works there. */
  leftOn?: string
}

export interface ReviewedExpert {
  id: number
  name: string
  employments: readonly Employment[]
  telephones: readonly string[]
  emails: readonly string[]
  /** Projects, papers and awards that he shared with a unit. */
  jointWorks: readonly { unit: string; year: number }[]
  /** Projects from which he has asked to be left out. */
  declared: readonly { projectId: number; reason: string }[]
}

export const ROLES = {
  APPLICANT: '申报单位',
  UNION: '联合申报单位',
  OWNER: '投资主体',
  RECOMMENDER: '推荐单位',
  DESIGNER: '设计单位',
  SUPPLIER: '设备供应单位',
  RESPONSIBLE: '任务承担单位',
} as const
export type Role = keyof typeof ROLES

/** A unit that has an interest in a project. */
export interface Subject {
  role: Role
  name: string
  creditCode?: string
  telephones?: readonly string[]
  emails?: readonly string[]
  address?: string
}

export interface ReviewedProject {
  id: number
  ownerGroupId?: number
  subjects: readonly Subject[]
  /** Persons who apply together with the unit. */
  coApplicants: readonly string[]
  /** Persons named in the team, or by a designer or supplier. */
  team: readonly { name: string; role: Role }[]
}

/** A reason why an expert should not look at a project, with both values as they were compared. */
export interface Conflict {
  code: ConflictCode
  effect: Effect
  /** Sentence in Chinese. */
  reason: string
  expertValue: string
  projectValue: string
}

export interface Moment {
  /** Today, YYYY-MM-DD. */
  today: string
  /** The day on which the batch was opened, YYYY-MM-DD. */
  openedOn: string
}

interface Match {
  expertValue: string
  projectValue: string
  role?: Role
  /** Stands for {值} or {年} in the wording. */
  value?: string
  effect?: Effect
}

interface Comparison {
  expert: ReviewedExpert
  project: ReviewedProject
  rule: ConflictRule
  moment: Moment
}

/** The same day some years earlier, as text that can be compared. */
const yearsBefore = (day: string, years: number) => `${Number(day.slice(0, 4)) - years}${day.slice(4)}`

/** Employments that count: present ones, and those that ended within the rule's window. */
function employmentsWithin({ expert, rule, moment }: Comparison): readonly Employment[] {
  const since = yearsBefore(moment.today, rule.windowYears ?? 0)
  return expert.employments.filter(({ leftOn }) => leftOn === undefined || leftOn > since)
}

const present = ({ employments }: ReviewedExpert) => employments.filter(({ leftOn }) => leftOn === undefined)

const shared = <T>(
  values: readonly string[],
  others: readonly string[],
  normal: (text: string) => T | undefined,
) =>
  values.flatMap((value) => {
    const key = normal(value)
    const other = key === undefined ? undefined : others.find((each) => normal(each) === key)
    return other === undefined ? [] : [{ expertValue: value, projectValue: other }]
  })

/** Units of the same name. Recommending offices are compared by C-09. */
const sameUnits = (employments: readonly Employment[], subjects: readonly Subject[]): Match[] =>
  employments.flatMap(({ unit }) =>
    subjects
      .filter(({ name }) => isSameUnit(unit, name))
      .map(({ name, role }) => ({ expertValue: unit, projectValue: name, role })),
  )

const interested = ({ subjects }: ReviewedProject) => subjects.filter(({ role }) => role !== 'RECOMMENDER')

/** Units whose names are near each other without being the same. */
function nearUnits({ expert, project, rule }: Comparison): Match[] {
  return present(expert).flatMap(({ unit }) =>
    interested(project).flatMap(({ name, role }) => {
      if (isSameUnit(unit, name)) return []
      const near = similarity(unitName(unit), unitName(name))
      if (near < (rule.threshold ?? 1)) return []
      const effect: Effect = near >= (rule.excludeFrom ?? 1) ? 'EXCLUDE' : 'JUDGE'
      return [{ expertValue: unit, projectValue: name, role, value: near.toFixed(4), effect }]
    }),
  )
}

const contacts = ({ expert, project }: Comparison): Match[] =>
  project.subjects.flatMap(({ role, telephones = [], emails = [] }) =>
    [...shared(expert.telephones, telephones, telephoneOf), ...shared(expert.emails, emails, emailOf)].map(
      (match) => ({ ...match, role }),
    ),
  )

function jointWorks({ expert, project, rule, moment }: Comparison): Match[] {
  const years = rule.windowYears ?? 0
  const first = Number(moment.openedOn.slice(0, 4)) - years
  return expert.jointWorks
    .filter(({ year }) => year >= first)
    .flatMap(({ unit, year }) =>
      interested(project)
        .filter(({ name }) => isSameUnit(unit, name))
        .map(({ name, role }) => ({
          expertValue: `${unit}（${year}）`,
          projectValue: name,
          role,
          value: String(years),
        })),
    )
}

const creditCodes = ({ expert, project }: Comparison): Match[] =>
  present(expert).flatMap(({ creditCode }) =>
    project.subjects
      .filter((subject) => creditCode !== undefined && subject.creditCode === creditCode)
      .map((subject) => ({
        expertValue: creditCode ?? '',
        projectValue: subject.creditCode ?? '',
        role: subject.role,
      })),
  )

const addresses = ({ expert, project }: Comparison): Match[] =>
  present(expert).flatMap(({ address }) =>
    project.subjects.flatMap((subject) =>
      shared(address ? [address] : [], subject.address ? [subject.address] : [], placeOf).map((match) => ({
        ...match,
        role: subject.role,
      })),
    ),
  )

const groups = ({ expert, project }: Comparison): Match[] =>
  present(expert)
    .filter(({ ownerGroupId }) => ownerGroupId !== undefined && ownerGroupId === project.ownerGroupId)
    .map(({ unit }) => ({
      expertValue: unit,
      projectValue: project.subjects.find(({ role }) => role === 'OWNER')?.name ?? '',
      role: 'OWNER',
    }))

const named = (expert: ReviewedExpert, people: readonly { name: string; role?: Role }[]): Match[] =>
  people
    .filter(({ name }) => name === expert.name)
    .map(({ name, role }) => ({ expertValue: expert.name, projectValue: name, ...(role && { role }) }))

const COMPARE: Readonly<Record<ConflictCode, (comparison: Comparison) => Match[]>> = {
  'C-01': (all) => sameUnits(employmentsWithin(all), interested(all.project)),
  'C-02': nearUnits,
  'C-03': groups,
  'C-04': ({ expert, project }) =>
    named(
      expert,
      project.coApplicants.map((name) => ({ name })),
    ),
  'C-05': creditCodes,
  'C-06': contacts,
  'C-07': addresses,
  'C-08': jointWorks,
  'C-09': (all) =>
    sameUnits(
      employmentsWithin(all),
      all.project.subjects.filter(({ role }) => role === 'RECOMMENDER'),
    ),
  'C-10': ({ expert, project }) => named(expert, project.team),
  'C-11': ({ expert, project }) =>
    expert.declared
      .filter(({ projectId }) => projectId === project.id)
      .map(({ reason }) => ({ expertValue: reason, projectValue: '' })),
}

function inWords(wording: string, { role, value = '' }: Match): string {
  return wording
    .replaceAll('{角色}', role ? ROLES[role] : '')
    .replaceAll('{值}', value)
    .replaceAll('{年}', value)
}

/**
 * All conflicts of interest between an expert and a project under a policy, in the order of the rules' codes. Each hit is
 * kept, because a judgement on one does not settle the others.
 */
export function conflictsOf(
  expert: ReviewedExpert,
  project: ReviewedProject,
  policy: readonly ConflictRule[],
  moment: Moment,
): Conflict[] {
  return [...policy]
    .filter(({ enabled }) => enabled)
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .flatMap((rule) =>
      COMPARE[rule.code]({ expert, project, rule, moment }).map((match) => ({
        code: rule.code,
        effect: match.effect ?? rule.effect,
        reason: inWords(rule.wording, match),
        expertValue: match.expertValue,
        projectValue: match.projectValue,
      })),
    )
}
