import { useMutation } from '@tanstack/react-query'
import { IconButton } from '../button.tsx'

/** Exports the filtered rows to a file. A failure is reported like that of any call. */
export function ExportButton({ onExport }: { onExport: () => Promise<void> }) {
  const { mutate, isPending } = useMutation({ mutationFn: onExport })
  return (
    <IconButton
      icon="download"
      label={isPending ? '正在导出' : '导出'}
      aria-busy={isPending}
      disabled={isPending}
      onClick={() => mutate()}
      className={isPending ? 'animate-pulse' : ''}
    />
  )
}
