import { useView } from '../../app/views/view-context.ts'
import { viewStore } from '../../app/views/view-store.ts'
import { ProjectFormScreen } from './form.tsx'

export function FormScreen() {
  const { key, search } = useView()
  const id = Number(search['id'])
  const close = () => viewStore.close(key)
  // A new project continues in its record's view. The view of a form that is done closes.
  return <ProjectFormScreen id={id > 0 ? id : undefined} onCreated={close} onSubmitted={close} />
}
