/** Components for pages of plug-ins in the back office: everything that `#plugin/admin` offers beside `#plugin/web`. */

export { DateTimeField } from '#web/admin/shared/date-time-field.tsx';
export { DraftPage } from '#web/admin/shared/draft-page.tsx';
export { DropZone } from '#web/admin/shared/drop-zone.tsx';
export { EditConflict } from '#web/admin/shared/edit-conflict.tsx';
export { BulkBar } from '#web/admin/shared/list/bulk-bar.tsx';
export { type Column, DataTable } from '#web/admin/shared/list/data-table.tsx';
export { FilterBar } from '#web/admin/shared/list/filter-bar.tsx';
export { FilterSelect } from '#web/admin/shared/list/filter-select.tsx';
export { ListPage } from '#web/admin/shared/list/list-page.tsx';
export { FailedList, ListView } from '#web/admin/shared/list/list-view.tsx';
export { SearchField } from '#web/admin/shared/list/search-field.tsx';
export { useListAddress } from '#web/admin/shared/list/use-list-address.ts';
export { useOpenedId } from '#web/admin/shared/list/use-opened-id.ts';
export { type RowChoice, useRowChoice } from '#web/admin/shared/list/use-row-choice.ts';
export { adminMeta, PageHeader } from '#web/admin/shared/page-header.tsx';
export { PreviewFrame } from '#web/admin/shared/preview-frame.tsx';
export { PluginSectionEditor, type SectionEditorProps, sectionFields } from '#web/admin/shared/section-editor.tsx';
export { ACCEPTED_PICTURES, usePictureUpload } from '#web/admin/shared/upload-picture.ts';
export { useConcurrentEdit } from '#web/admin/shared/use-concurrent-edit.ts';
export { useDraft } from '#web/admin/shared/use-draft.ts';
export { useDragging } from '#web/admin/shared/use-dragging.ts';
export { useNotice } from '#web/admin/shared/use-notice.ts';
export { slugFollowsName } from '#web/shared/forms/slug-follows-name.ts';
export { useUnsavedGuard } from '#web/shared/forms/unsaved-changes.tsx';
export { useRequestKey } from '#web/shared/forms/use-request-key.ts';
export type { Notify } from '#web/shared/notice.tsx';
export { parseInertDocument } from '#web/ssr/trusted-types.ts';
