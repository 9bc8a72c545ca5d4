import type { Row } from '../../db/schema.ts'

export type BatchRow = Row<'import_batch'>
