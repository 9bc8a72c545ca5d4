import type { App } from './on-platform.ts'

type Call = App['call']

interface Named {
  id: number
  projectName: string
}

interface Expert {
  userId: number
  realName: string
}

/** A group with assigned projects. */
export interface ReviewGroup {
  id: number
  name: string
  projects: readonly Named[]
}

const API = '/api/esDemonstrationProject'
const EXPERT = '评审专家'
const OTHERS = 2
const YEAR = new Date().getFullYear()

/** Groups the account `expert` with two others, and assigns all accepted projects of the current batch by a plan. */
export async function assignedGroup(call: Call, name: string): Promise<ReviewGroup> {
  const list = (await call(
    'platform',
    'GET',
    `${API}/list?batchYear=${YEAR}&batchNo=1&status=5&size=100`,
  )) as { content: Named[] }
  const projects = list.content.map(({ id, projectName }) => ({ id, projectName }))
  const pool = (await call('platform', 'GET', `${API}/findGroupExpert?stage=PRIMARY`)) as {
    candidates: Expert[]
  }
  const own = pool.candidates.find(({ realName }) => realName === EXPERT)
  if (!own || projects.length === 0) throw new Error('the demonstration has an expert and accepted projects')
  const experts = [own, ...pool.candidates.filter((each) => each !== own).slice(0, OTHERS)]
  const { id } = (await call('platform', 'POST', `${API}/addSysGroupAndExpert`, {
    groupName: name,
    batchYear: YEAR,
    batchNo: 1,
    stage: 'PRIMARY',
    leaderId: own.userId,
    expertIds: experts.map(({ userId }) => userId),
    projectIds: projects.map((project) => project.id),
  })) as { id: number }
  await call('platform', 'POST', `${API}/conflicts`, { groupId: id })
  const plan = (await call('platform', 'POST', `${API}/assignPlan`, { groupId: id, perProject: 3 })) as {
    id: number
  }
  await call('platform', 'POST', `${API}/distributionExpert`, {
    planId: plan.id,
    groupId: id,
    projectIds: projects.map((project) => project.id),
    deadline: `${YEAR + 1}-12-31 18:00:00`,
  })
  return { id, name, projects }
}
