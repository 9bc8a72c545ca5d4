import type { App } from './on-platform.ts'
import { editProject, moveProject, submittedProject } from './sample-project.ts'

export const OPINION = '建设规模与备案证不一致，请核对后重新提交。'

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Projects that wait for the county, by what a test needs them for. */
export interface DeskProjects {
  plain: number
  /** Has two pictures attached. */
  files: number
  withdrawn: number
  colleague: number
  /** Came back from a return with one remark answered and one field corrected. */
  answered: number
}

async function answeredProject(app: App): Promise<number> {
  const id = await submittedProject(app, {
    projectName: '盐池县麻黄山80MW/160MWh共享储能电站',
    latitude: 37.2,
  })
  const remarks = [
    { field: 'ratedPower', text: '备案证为 100 MW，请核对。' },
    { field: 'totalInvestment', text: '请附概算批复。' },
  ]
  await moveProject(app, 'county_yc', id, { action: 'RETURN', opinion: OPINION, remarks: [{ id, remarks }] })
  await editProject(app, id, {
    ratedPower: 100,
    ratedEnergy: 200,
    planGridDate: '2028-03-01',
    latitude: 37.2,
  })
  const path = `/api/review/record?entity=PROJECT&entityId=${id}`
  const record = await app.call('enterprise_yc', 'GET', path)
  const raised = (record as { remarks: { id: number; field: string }[] }).remarks // held by the contract
  const items = raised
    .filter(({ field }) => field === 'totalInvestment')
    .map((remark) => ({ id: remark.id, answer: '无需修改：批复已附' }))
  await app.call('enterprise_yc', 'POST', '/api/review/remarks/answer', { items })
  await moveProject(app, 'enterprise_yc', id, { action: 'SUBMIT' })
  return id
}

/** Two projects of one site and size. */
async function submitPair(app: App): Promise<void> {
  const site = {
    longitude: 107.3,
    latitude: 37.8,
    ratedPower: 200,
    ratedEnergy: 400,
    totalInvestment: 52_000,
  }
  await submittedProject(app, { ...site, projectName: '盐池县花马池200MW/400MWh独立储能电站' })
  await submittedProject(app, { ...site, projectName: '盐池县花马池镇200MW/400MWh独立储能站' })
}

/** Submits the projects of the desk's tests, and a suspected pair. */
export async function deskProjects(app: App): Promise<DeskProjects> {
  const record = await app.upload('enterprise_yc', '备案证.png', PICTURE)
  const plan = await app.upload('enterprise_yc', '总平面图.png', PICTURE)
  const submitted = (changes: object) => submittedProject(app, changes)
  const projects = {
    plain: await submitted({ projectName: '盐池县高沙窝120MW/240MWh共享储能电站', latitude: 37.9 }),
    files: await submitted({
      projectName: '盐池县惠安堡50MW/100MWh共享储能电站',
      longitude: 106.6,
      ratedPower: 50,
      ratedEnergy: 100,
      totalInvestment: 13_000,
      attachmentIds: [record, plan],
    }),
    withdrawn: await submitted({
      projectName: '盐池县青山乡90MW/180MWh共享储能电站',
      longitude: 107.1,
    }),
    colleague: await submitted({ projectName: '盐池县王乐井20MW/40MWh储能电站', latitude: 37.5 }),
    answered: await answeredProject(app),
  }
  await submitPair(app)
  return projects
}
