import type { Project } from '@xinchu/sdk'
import { useFormSteps } from '../../records/use-form-steps.ts'
import type { RecordForm } from '../../ui/form/context.ts'
import { continueFrom } from '../../ui/form/continue-from.ts'
import type { FormValues } from '../../ui/form/values.ts'
import type { useProjectSaving } from './form-saving.ts'

interface ProjectSteps {
  form: RecordForm
  saving: ReturnType<typeof useProjectSaving>
  /** The project as it was last read. */
  project: Project | undefined
  /** Its values in the form. */
  values: FormValues
  /** Shows the project as it is now. */
  onReload: () => void
}

/**
 * Lets the form of a project learn of the steps of others.
 * @returns whether typed input is from before the last step
 */
export function useProjectSteps({ form, saving, project, values, onReload }: ProjectSteps): boolean {
  const { stored, isBusy, sending, prepared } = saving
  return useFormSteps({
    entity: 'PROJECT',
    id: project?.id,
    form,
    isLater: project !== undefined && project.version > (stored?.version ?? project.version),
    isBusy: isBusy || sending.isPending || prepared !== undefined,
    onLater(isTyped) {
      if (!project) return
      if (!isTyped && project.editable === false) onReload()
      // Fields that were changed in both places are asked about before they are saved.
      else if (continueFrom(form.api, values)) saving.goOnFrom(project)
    },
  })
}
