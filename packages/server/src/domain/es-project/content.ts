import type { Row } from '../../db/schema.ts'
import { canonical } from '../values/canonical.ts'
import type { Content } from '../values/differences.ts'
import { projectBase } from './base.ts'
import { fieldsOf } from './columns.ts'

/** The content of a project as the review compares it. */
export const projectContent = (row: Row<'es_project'>): Content => canonical(fieldsOf(row), projectBase.shape)
