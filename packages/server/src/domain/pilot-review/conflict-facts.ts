import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Employment, ReviewedExpert, ReviewedProject, Subject } from './conflicts.ts'
import { type ExpertRow, expertsById } from './experts.ts'

/** Values that are there. */
const given = (...values: (string | null | undefined)[]): string[] =>
  values.filter((value): value is string => typeof value === 'string' && value.trim() !== '')

function employmentsOf(row: ExpertRow): Employment[] {
  const former = row.former_units.map(({ unit, until }) => ({ unit, leftOn: until }))
  if (!row.work_unit) return former
  return [
    {
      unit: row.work_unit,
      ...(row.credit_code ? { creditCode: row.credit_code } : {}),
      ...(row.owner_group_id === null ? {} : { ownerGroupId: row.owner_group_id }),
      ...(row.address ? { address: row.address } : {}),
    },
    ...former,
  ]
}

/** Reads what is compared of these experts, by id. */
export async function reviewedExperts(db: Db, ids: readonly number[]): Promise<ReviewedExpert[]> {
  const rows = await expertsById(db, ids)
  const { rows: declared } = await sql<{ expert_id: number; project_id: number; reason: string }>`
    select expert_id, project_id, reason from expert_recusal
    where expert_id = any(${[...ids]}::bigint[]) order by project_id`.execute(db)
  return [...rows.values()]
    .sort((a, b) => a.id - b.id)
    .map((row) => ({
      id: row.id,
      name: row.real_name ?? row.username,
      employments: employmentsOf(row),
      telephones: given(row.phone),
      emails: given(row.email),
      jointWorks: row.joint_work.flatMap(({ partners, year }) => partners.map((unit) => ({ unit, year }))),
      declared: declared
        .filter(({ expert_id }) => expert_id === row.id)
        .map(({ project_id, reason }) => ({ projectId: project_id, reason })),
    }))
}

interface ProjectFacts {
  id: number
  company_name: string | null
  credit_code: string | null
  contact_name: string | null
  contact_phone: string | null
  owner_group_id: number | null
  union_units: { name: string; creditCode?: string }[] | null
  office_phone: string | null
  office_email: string | null
  office_address: string | null
  owner_name: string | null
  owner_code: string | null
  recommender: string | null
  design_unit: string | null
  epc_unit: string | null
  battery_supplier: string | null
  pcs_supplier: string | null
  linked_contact: string | null
  responsible: string[] | null
}

const named = (role: Subject['role'], name: string | null, more: Partial<Subject> = {}): Subject[] =>
  given(name).map((each) => ({ role, name: each, ...more }))

function subjectsOf(facts: ProjectFacts): Subject[] {
  const { credit_code, office_address, owner_code } = facts
  return [
    ...named('APPLICANT', facts.company_name, {
      telephones: given(facts.contact_phone, facts.office_phone),
      emails: given(facts.office_email),
      ...(credit_code ? { creditCode: credit_code } : {}),
      ...(office_address ? { address: office_address } : {}),
    }),
    ...(facts.union_units ?? []).map((unit): Subject => ({ role: 'UNION', ...unit })),
    ...named('OWNER', facts.owner_name, owner_code ? { creditCode: owner_code } : {}),
    ...named('RECOMMENDER', facts.recommender),
    ...given(facts.design_unit, facts.epc_unit).map((name): Subject => ({ role: 'DESIGNER', name })),
    ...given(facts.battery_supplier, facts.pcs_supplier).map((name): Subject => ({ role: 'SUPPLIER', name })),
    // A unit may answer for several tasks.
    ...[...new Set(given(...(facts.responsible ?? [])))].map(
      (name): Subject => ({ role: 'RESPONSIBLE', name }),
    ),
  ]
}

/** Reads what is compared of these projects, by id: units and persons of the project, its plan and its linked project. */
export async function reviewedProjects(db: Db, ids: readonly number[]): Promise<ReviewedProject[]> {
  const { rows } = await sql<ProjectFacts>`
    select p.id, p.company_name, p.credit_code, p.contact_name, p.contact_phone, p.owner_group_id, p.union_units,
      o.contact_phone as office_phone, o.contact_email as office_email, o.registered_address as office_address,
      g.label as owner_name, g.credit_code as owner_code, r.org_name as recommender, s.design_unit, s.epc_unit,
      s.battery_supplier, s.pcs_supplier, s.contact_name as linked_contact,
      (select array_agg(t ->> 'responsible') from demo_part d cross join jsonb_array_elements(
          case when jsonb_typeof(d.content -> 'tasks') = 'array' then d.content -> 'tasks' else '[]' end) t
        where d.project_id = p.id and d.part = 'IMPLEMENTATION') as responsible
    from demo_project p left join org o on o.id = p.org_id left join owner_dict g on g.id = p.owner_group_id
      left join org r on r.id = p.recommend_org_id left join es_project s on s.id = p.es_project_id
    where p.id = any(${[...ids]}::bigint[]) order by p.id`.execute(db)
  return rows.map((facts) => ({
    id: facts.id,
    ...(facts.owner_group_id === null ? {} : { ownerGroupId: facts.owner_group_id }),
    subjects: subjectsOf(facts),
    // Persons who answer for a task apply together with the unit.
    coApplicants: given(...(facts.responsible ?? [])),
    team: given(facts.contact_name, facts.linked_contact).map((name) => ({
      name,
      role: 'APPLICANT' as const,
    })),
  }))
}
