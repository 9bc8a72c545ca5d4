import { draftOf, type FormValues } from '../../ui/form/values.ts'
import { RecordText } from '../../ui/record/record-group.tsx'
import { projectRows, projectSpecs } from './form-model.ts'

interface FormValueProps {
  name: string
  values: FormValues
}

/** A form value in words. Lists of parts and files are counted. */
export function FormValue({ name, values }: FormValueProps) {
  const spec = projectSpecs.find((each) => each.name === name)
  const value = values[name]
  if (!spec) return null
  if (projectRows[name] !== undefined || name === 'attachmentIds')
    return `${Array.isArray(value) ? value.length : 0} 项`
  return <RecordText spec={spec} record={draftOf([spec], values)} />
}
