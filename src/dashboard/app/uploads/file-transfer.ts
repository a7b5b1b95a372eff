/** Returns whether a drag carries files from outside the browser. */
export const carriesFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') === true

/**
 * Returns the files of a drop or a paste. A spreadsheet or a text processor puts a picture of the copied text beside the
 * text; that paste is a text.
 */
export function getTransferredFiles(transfer: DataTransfer | null): File[] {
  if (!transfer || transfer.files.length === 0) return []
  const isText = transfer.types.includes('text/plain') || transfer.types.includes('text/rtf')
  return isText ? [] : [...transfer.files]
}

/** Files that are dropped where nothing takes them would open in the tab, in place of the dashboard. */
export function preventFilesFromOpening(): void {
  function prevent(event: DragEvent): void {
    if (event.defaultPrevented || !carriesFiles(event.dataTransfer)) return
    event.preventDefault()
    if (event.type === 'dragover') event.dataTransfer!.dropEffect = 'none'
  }
  window.addEventListener('dragover', prevent)
  window.addEventListener('drop', prevent)
}
