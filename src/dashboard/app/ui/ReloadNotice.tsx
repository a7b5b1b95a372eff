import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

/** Says that a part of the dashboard has failed, and shows a button that reloads the page. */
export const ReloadNotice = ({ title }: { title: string }) => (
  <Notice
    variant="error"
    title={title}
    action={
      <Button isSmall onPress={() => window.location.reload()}>
        Reload
      </Button>
    }
  >
    The dashboard may have been updated. Reload to get the new version. Your text is not lost.
  </Notice>
)
