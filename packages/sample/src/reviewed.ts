import { nameColumns } from '@xinchu/server/sample-port'
import type { ProjectSeed } from './content.ts'
import { dayAfter } from './progress.ts'
import type { ReviewedProject, SampleProject } from './project.ts'

// Days before today.
const CREATED = -18

const COMMON: Partial<Omit<ProjectSeed, 'id'>> = {
  tech_type: '01',
  tech_sub_type: '0101',
  app_scenario: '2',
  app_sub_scenario: '22',
  function_types: ['1', '3'],
  profit_models: ['1', '4'],
  paired_project_name: null,
  paired_capacity: null,
  grid_voltage: '110',
}

const CONTENTS: Readonly<
  Record<ReviewedProject, Partial<Omit<ProjectSeed, 'id'>> & { project_name: string }>
> = {
  returned: {
    project_name: '盐池县高沙窝150MW/300MWh共享储能电站项目',
    rated_power: 150,
    rated_energy: 200,
    total_investment: 33_900,
    grid_voltage: '35',
    longitude: 107.1042,
    latitude: 38.0126,
    address: '盐池县高沙窝镇',
  },
  corrected: {
    project_name: '盐池县青山乡100MW/200MWh共享储能电站项目',
    rated_power: 100,
    rated_energy: 240,
    total_investment: 21_600,
    longitude: 107.6215,
    latitude: 37.6738,
    address: '盐池县青山乡青山村储能电站',
  },
  warned: {
    project_name: '盐池县工业园区20MW/40MWh工商业储能项目',
    rated_power: 20,
    rated_energy: 40,
    total_investment: 700,
    app_scenario: '3',
    app_sub_scenario: '31',
    function_types: ['10', '11'],
    profit_models: ['6', '7'],
    grid_voltage: '220',
    longitude: 107.3521,
    latitude: 37.8064,
    address: '盐池县工业园区高沙窝功能区',
  },
  provincial: {
    project_name: '盐池县麻黄山65MW/130MWh新能源配套储能项目',
    rated_power: 65,
    rated_energy: 130,
    total_investment: 14_300,
    app_scenario: '1',
    app_sub_scenario: '11',
    function_types: ['1', '9'],
    profit_models: ['8'],
    paired_project_name: '盐池县麻黄山风电场',
    paired_capacity: 260,
    longitude: 107.2266,
    latitude: 37.2549,
    address: '盐池县麻黄山乡',
  },
}

/** All of them, in the order in which they are numbered. */
export const reviewedProjects: readonly ReviewedProject[] = ['returned', 'corrected', 'warned', 'provincial']

/**
 * Turns a draft into a project that will be reviewed.
 * @param regionNames place names, which are ignored when comparing project names
 * @param today yyyy-MM-dd
 */
export function reviewedFrom(
  project: SampleProject,
  which: ReviewedProject,
  regionNames: readonly string[],
  today: string,
): SampleProject {
  const content = CONTENTS[which]
  const created = `${dayAfter(today, CREATED)} 10:00:00`
  return {
    ...project,
    reviewed: which,
    row: {
      ...project.row,
      ...COMMON,
      ...content,
      ...nameColumns(content.project_name, regionNames, project.row.province_code),
      create_time: created,
      update_time: created,
      waiting_since: created,
    },
  }
}
