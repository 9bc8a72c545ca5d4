import { useMutation } from '@tanstack/react-query'
import { IconButton } from '../button.tsx'

/** Writes what is filtered into a file; waits while the file is being made. A failure is told as that of any call. */
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
