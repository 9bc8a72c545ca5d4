import { RuleCode } from '../../ui/rule-code.tsx'

interface CellErrorsProps {
  errors: readonly { column?: string; code?: string; message: string }[]
}

/** Problems of a row of an uploaded list, with the column of each cell. */
export function CellErrors({ errors }: CellErrorsProps) {
  return (
    <ul className="grid gap-0.5 text-danger">
      {errors.map(({ column, code, message }) => (
        <li key={message}>
          {column && <span className="mr-1 font-mono text-ink-faint">{column}列</span>}
          {message.replace(/^第\d+行/, '')}
          <RuleCode code={code} />
        </li>
      ))}
    </ul>
  )
}
