import type { Part } from './pages.ts'
import { referenceGroups } from './reference/pages.ts'
import { sdkGroups } from './sdk/pages.ts'
import { writtenParts } from './written.ts'

/** All parts of the site in the order of its navigation. */
export const parts = (): Part[] => [
  ...writtenParts(),
  { title: '接口', lang: 'zh-CN', groups: referenceGroups() },
  { title: 'SDK', lang: 'en', groups: sdkGroups() },
]
