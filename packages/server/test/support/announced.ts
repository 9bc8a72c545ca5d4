import type { Rig } from '../rig.ts'

/** The announced demonstration project of an account's office. */
export async function announcedOf(rig: Rig, username: string): Promise<number> {
  const { content } = await (await rig.as(username)).demoProjects.list({ status: ['12'] })
  const [project] = content
  if (!project) throw new Error(`${username} has no announced project`)
  return project.id
}
