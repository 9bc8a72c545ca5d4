import { useView } from '../../shell/views/view-context.ts'
import { ProjectFormScreen } from './form.tsx'

export function FormScreen() {
  const id = Number(useView().search['id'])
  return <ProjectFormScreen id={id > 0 ? id : undefined} />
}
