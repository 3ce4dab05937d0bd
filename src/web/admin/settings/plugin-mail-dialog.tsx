import { Unavailable } from '#web/shared/unavailable.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { MailPreview } from '../shared/mail-preview.tsx';
import { useMailPreview } from './plugin-settings-data.ts';

interface PluginMailDialogProps {
  plugin: string;
  mail: string;
  onClose: () => void;
}

/** A mail of a plug-in with sample data, as HTML and plain text. */
export default function PluginMailDialog({ plugin, mail, onClose }: PluginMailDialogProps) {
  const { data, error, refetch } = useMailPreview(plugin, mail);
  return (
    <Dialog isOpen onClose={onClose} title={data?.subject ?? 'Email'} className="dialog-wide">
      {data ? (
        <Tabs
          label="Email"
          tabs={[
            { id: 'html', label: 'As it looks', content: <MailPreview html={data.html} title={data.subject} /> },
            {
              id: 'text',
              label: 'Plain text',
              content: (
                <pre className="panel overflow-x-auto p-6 text-small whitespace-pre-wrap wrap-anywhere">
                  {data.text}
                </pre>
              ),
            },
          ]}
        />
      ) : (
        <Unavailable what="the email" error={error} onRetry={refetch} className="h-96" />
      )}
    </Dialog>
  );
}
