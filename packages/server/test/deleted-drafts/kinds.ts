import type { XinchuClient } from '@xinchu/sdk'
import { projectBin } from '../../src/domain/es-project/bin.ts'
import { provincialBin } from '../../src/domain/kinds/provincial-pilot/bin.ts'
import { pilotBin } from '../../src/domain/pilot-project/bin.ts'
import { soundPilot } from '../support/pilots.ts'
import { soundProject } from '../support/projects.ts'
import { PILOT_CONTENT } from '../support/provincial.ts'
import { smallPdf } from '../support/small-pdf.ts'

const pdf = () => new File([smallPdf(`文件${crypto.randomUUID()}`)], '批复.pdf', { type: 'application/pdf' })

/** A kind of drafts, as its author and an office that has nothing to do with it use it. */
export interface DraftKind {
  title: string
  author: string
  stranger: string
  bin: typeof projectBin
  /** Makes a draft with a file. */
  make(client: XinchuClient, name: string, serial: number): Promise<{ id: number; fileId: number }>
  of(client: XinchuClient): Pick<XinchuClient['projects'], 'delete' | 'listDeleted' | 'restore'>
  names(client: XinchuClient): Promise<string[]>
}

const projects: DraftKind = {
  title: 'a project',
  author: 'enterprise_yc',
  stranger: 'enterprise_sy',
  bin: projectBin,
  async make({ files, projects }, projectName, serial) {
    const file = await files.upload({ file: pdf(), bizType: 'PROJECT_RECORD' })
    const draft = soundProject(serial, { projectName, attachmentIds: [file.id] })
    return { id: (await projects.create(draft)).id, fileId: file.id }
  },
  of: (client) => client.projects,
  names: async ({ projects }) =>
    (await projects.list({ size: 500, own: true })).content.map(({ projectName }) => projectName),
}

const pilots: DraftKind = {
  title: 'a demonstration project',
  author: 'enterprise_yc',
  stranger: 'enterprise_sy',
  bin: pilotBin,
  async make({ demoProjects }, projectName, serial) {
    const { id } = await demoProjects.create(soundPilot(serial, { projectName }))
    const file = await demoProjects.uploadFile({ file: pdf(), bizType: 'DEMO_RECORD', bizId: id })
    return { id, fileId: file.id }
  },
  of: (client) => client.demoProjects,
  names: async ({ demoProjects }) =>
    (await demoProjects.list({ size: 500 })).content.map(({ projectName }) => projectName),
}

const provincial: DraftKind = {
  title: 'a project of a province',
  author: 'province_nx',
  stranger: 'province_bj',
  bin: provincialBin,
  async make({ files, provincialDemos }, projectName) {
    const file = await files.upload({ file: pdf(), bizType: 'PROV_DEMO_DOC' })
    const { id } = await provincialDemos.create({
      ...PILOT_CONTENT(file.id),
      projectName,
      action: 'SAVE',
    })
    return { id, fileId: file.id }
  },
  of: (client) => client.provincialDemos,
  names: async ({ provincialDemos }) =>
    (await provincialDemos.list({ size: 500 })).content.map(({ projectName = '' }) => projectName),
}

export const KINDS: readonly DraftKind[] = [projects, pilots, provincial]
