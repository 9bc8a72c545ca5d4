import { useView } from '../../app/views/view-context.ts'
import { viewStore } from '../../app/views/view-store.ts'
import { ProjectFormScreen } from './form.tsx'

export function FormScreen() {
  const { key, search } = useView()
  const id = Number(search['id'])
  // A new project goes on in the view of its record; the empty form's view has done its work.
  return <ProjectFormScreen id={id > 0 ? id : undefined} onCreated={() => viewStore.close(key)} />
}
