import type { ImportBatch } from '@xinchu/sdk'
import { UsageError } from './exit.ts'

/** Options that say whether an import replaces values of drafts that it keeps by default. */
export interface CellChoices {
  blank?: string | undefined
  'keep-edits'?: boolean | undefined
  'force-fields'?: string | undefined
  returned?: boolean | undefined
}

/** Fields by their names with commas between; `all` for all. */
const fieldsIn = (given: string): string[] =>
  given === 'all' ? ['*'] : given.split(/[,，]/).map((field) => field.trim())

/** The terms of writing that options say. @throws UsageError for words that they do not know */
export function termsOf(choices: CellChoices): {
  forceFields?: string[]
  clearBlank?: true
  takeReturned?: true
} {
  const { blank, 'keep-edits': keepsEdits = false, 'force-fields': forced } = choices
  if (blank !== undefined && blank !== 'keep' && blank !== 'clear')
    throw new UsageError('--blank 应为 keep 或 clear')
  if (keepsEdits && forced !== undefined) throw new UsageError('--keep-edits 与 --force-fields 只能择一')
  return {
    ...(forced === undefined ? {} : { forceFields: fieldsIn(forced) }),
    ...(blank === 'clear' ? { clearBlank: true } : {}),
    ...(choices.returned ? { takeReturned: true } : {}),
  }
}

/**
 * Cells that were not written without a choice of the caller, in words that name the options; none if he has chosen.
 * A script learns of them by the exit code.
 */
export function unchosenCells(
  { kept = 0, blank = 0, held = 0 }: ImportBatch,
  choices: CellChoices,
): string[] {
  const hasEdits = choices['keep-edits'] || choices['force-fields'] !== undefined
  return [
    ...(kept > 0 && !hasEdits
      ? [`保留人工更正 ${kept} 格，未写入；以文件为准请加 --force-fields，确认保留请加 --keep-edits`]
      : []),
    ...(blank > 0 && choices.blank === undefined
      ? [`空单元格未清空 ${blank} 格；清空请加 --blank clear，确认保留请加 --blank keep`]
      : []),
    ...(held > 0 ? [`将修改被退回的项目 ${held} 行，未写入；确认修改请加 --returned`] : []),
  ]
}
