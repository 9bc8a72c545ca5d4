import type { App } from './on-platform.ts'

/** A complete project of the enterprise in 盐池县. Passes all checks without warnings. */
export const sampleProject = {
  projectName: '盐池县冯记沟120MW/240MWh共享储能电站',
  buildStatus: '1',
  projectType: '1',
  provinceCode: '640000',
  cityCode: '640300',
  countyCode: '640323',
  address: '冯记沟',
  longitude: 106.91,
  latitude: 37.61,
  companyName: '盐池一号储能有限公司',
  creditCode: '91640323MA0000001C',
  ownerType: '3',
  contactName: '李明',
  contactPhone: '13800138000',
  techType: '01',
  techSubType: '0101',
  ratedPower: 120,
  ratedEnergy: 240,
  isEchelonUse: false,
  appScenario: '2',
  appSubScenario: '21',
  functionTypes: ['1'],
  gridVoltage: '110',
  gridOperator: '1',
  totalInvestment: 32_000,
  planGridDate: '2027-12-01',
}

const SUBMIT = '/api/esProject/submitProject'

/** Makes a move of one project. @throws Error if the platform refuses it */
export async function moveProject(app: App, username: string, id: number, move: object): Promise<void> {
  const reply = await app.call(username, 'POST', SUBMIT, { ids: [id], ...move })
  const { succeeded } = reply as { succeeded: number[] } // held by the contract
  if (!succeeded.includes(id)) throw new Error(`project ${id} was not moved: ${JSON.stringify(reply)}`)
}

/** Stores a draft of the enterprise. @returns its id */
export async function draftProject(app: App, changes: object = {}): Promise<number> {
  const made = await app.call('enterprise_yc', 'POST', '/api/esProject', { ...sampleProject, ...changes })
  return (made as { id: number }).id // held by the contract
}

/** Stores a project that waits for the county. @returns its id */
export async function submittedProject(app: App, changes: object = {}): Promise<number> {
  const id = await draftProject(app, changes)
  await moveProject(app, 'enterprise_yc', id, { action: 'SUBMIT', repeatReason: '分属两个地块' })
  return id
}

/** Changes properties of a draft. */
export async function editProject(app: App, id: number, changes: object): Promise<void> {
  const path = `/api/esProject/${id}`
  const stored = (await app.call('enterprise_yc', 'GET', path)) as { projectName: string; version: number } // held by the contract
  const { projectName, version } = stored
  const body = { ...sampleProject, id, projectName, version, ...changes }
  await app.call('enterprise_yc', 'PUT', '/api/esProject', body)
}
