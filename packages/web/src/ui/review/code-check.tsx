import { Checkbox } from '../inputs.tsx'

interface CodeCheckProps {
  code: string
  isChecked: boolean
  onChecked: (isChecked: boolean) => void
}

/** Confirms that a decision is about the right project. */
export const CodeCheck = ({ code, isChecked, onChecked }: CodeCheckProps) => (
  <p className="col-span-full">
    <Checkbox checked={isChecked} onChecked={onChecked}>
      已核对项目编号 {code}
    </Checkbox>
  </p>
)
