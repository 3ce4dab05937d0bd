import { PluginSection, type SlotProps } from '#plugin/web';
import type { HomeContent } from '../home-contract.ts';

/** The composed home page. */
export default function Home({ content }: SlotProps<'home'>) {
  // The slot's content is the response of `homeContent` (plugin.ts).
  return <HomeSections sections={(content as HomeContent).sections} />;
}

/** Also the preview in the back office. The first section's picture is the page's first. */
export function HomeSections({ sections }: Pick<HomeContent, 'sections'>) {
  return sections.map(({ id, type, settings, data }, index) => (
    <PluginSection key={id} type={type} settings={{ ...(settings as object), isFirst: index === 0 }} data={data} />
  ));
}
