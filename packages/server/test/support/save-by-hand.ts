import { fields } from '@xinchu/contract/fields'
import type { XinchuClient } from '@xinchu/sdk'

const NAMES = new Set<string>(fields.EsProjectFields.map(({ name }) => name))

/** Saves a draft as its form would, so that the changed fields are a person's corrections. */
export async function saveByHand(
  { projects }: XinchuClient,
  id: number,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const open = await projects.get(id)
  const content = Object.fromEntries(Object.entries(open).filter(([name]) => NAMES.has(name)))
  const { projectName, provinceCode, version } = open
  const own = { contactPhone: '13800138000', ...changes }
  await projects.update({ ...content, projectName, provinceCode, ...own, id, version })
}
