import { screen } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { example } from '@xinchu/testing'
import { beforeEach } from 'vitest'
import { field } from './fields.ts'
import { on } from './network.ts'
import { open, unsavedInput } from './portal.ts'

const FORM = '/esproject/declare/form'
export const STORED = example('getEsProject')

/** Answers what the form of a project asks for, in each test of a file. */
export function onProjectForm(): void {
  beforeEach(() => {
    on('checkEsProjectUnique', { unique: true, conflicts: [] })
    on('checkProjectRepeat', [])
    on('getReviewRecord', example('getReviewRecord'))
    on('getEsProject', STORED)
  })
}

export async function openNew(username = 'enterprise_yc'): Promise<UserEvent> {
  const user = await open(FORM, username)
  await screen.findByRole('heading', { name: '新建项目' })
  return user
}

export async function openStored(): Promise<UserEvent> {
  const user = await open(`${FORM}?id=${STORED.id}`, 'enterprise_yc')
  await screen.findByRole('heading', { level: 1, name: STORED.projectName })
  return user
}

export async function type(user: UserEvent, name: string, text: string): Promise<void> {
  await user.clear(field(name))
  await user.click(field(name))
  await user.paste(text)
}

/** Waits until the platform has what was typed, and leaves the document. */
export async function leave(): Promise<void> {
  await screen.findByText(/已留存/)
  dispatchEvent(new Event('pagehide'))
}

export const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))
export const offers = () => screen.queryAllByText(/填写但未保存的内容/)
/** Names of the copies in this browser. */
export const copies = () => Object.keys(localStorage).filter((name) => name.startsWith('xinchu:unsaved:'))
/** Names of the projects that the platform keeps. */
export const namesKept = () =>
  [...unsavedInput().entries.values()].map(({ rows }) => JSON.parse(rows.get('projectName')?.value ?? '""'))

/** What another device typed into a new project. */
export const keptElsewhere = (projectName: string) =>
  unsavedInput().save({
    ...{ kind: 'es-project', target: `new:${projectName.length}`, seen: 0, drop: [] },
    set: [{ key: 'projectName', value: JSON.stringify(projectName) }],
  })

export async function leaveOne(projectName: string): Promise<void> {
  const user = await openNew()
  await type(user, 'projectName', projectName)
  await leave()
}
