import {
  findDuplicates,
  nameColumns,
  type ProjectRow,
  selection,
  storePairs,
  type Trx,
} from '@xinchu/server/sample-port'
import { sql } from 'kysely'
import { round4 } from './content.ts'
import type { SampleProject } from './project.ts'

// About 110 m to the north-east.
const NEARBY_DEGREES = 0.001

/**
 * Turns a project of another enterprise into a look-alike of an original: nearby, with its kind and capacity and almost
 * the same name.
 * @param regionNames place names, which are ignored when comparing project names
 */
export function repeating(
  project: SampleProject,
  { row: original }: SampleProject,
  regionNames: readonly string[],
): SampleProject {
  const projectName = original.project_name.replace(/(?=项目$|电站$)/, '示范')
  return {
    ...project,
    isRepeat: true,
    row: {
      ...project.row,
      project_name: projectName,
      ...nameColumns(projectName, regionNames, original.province_code),
      address: original.address ?? null,
      longitude: round4(Number(original.longitude) + NEARBY_DEGREES),
      latitude: round4(Number(original.latitude) + NEARBY_DEGREES),
      tech_type: original.tech_type ?? null,
      tech_sub_type: original.tech_sub_type ?? null,
      app_scenario: original.app_scenario ?? null,
      app_sub_scenario: original.app_sub_scenario ?? null,
      function_types: original.function_types ?? null,
      profit_models: original.profit_models ?? null,
      paired_project_name: original.paired_project_name ?? null,
      paired_capacity: original.paired_capacity ?? null,
    },
  }
}

/** Stores the duplicate pairs of these projects, as their submission would have done. */
export async function storeRepeats(trx: Trx, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<ProjectRow>`
    select ${selection} from es_project p where p.id = any(${[...ids]}::bigint[]) order by p.id`.execute(trx)
  const found = await findDuplicates(trx, rows)
  await storePairs(
    trx,
    rows.map((row, index) => ({ row, pairs: found[index] ?? [] })),
  )
}
