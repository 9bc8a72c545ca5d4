import { useView } from '../../app/views/view-context.ts'
import { useViewStore } from '../../app/views/view-store.ts'
import { ProjectFormScreen } from './form.tsx'

export function FormScreen() {
  const { key, search } = useView()
  const views = useViewStore()
  const id = Number(search['id'])
  // A new project continues in its record's view; a submitted one is shown on its page. The form's view closes.
  return (
    <ProjectFormScreen
      id={id > 0 ? id : undefined}
      slot={typeof search['slot'] === 'string' ? search['slot'] : undefined}
      onLeave={() => views.close(key)}
    />
  )
}
