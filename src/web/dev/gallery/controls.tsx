import { useState } from 'react';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { Pagination } from '#web/shared/pagination.tsx';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Checkbox, MoneyField, NumberField, SelectField, Switch, TextArea, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { iconNames } from '#web/ui/icon-names.ts';
import { Link } from '#web/ui/link.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { RadioList } from '#web/ui/radio-list.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import type { GalleryEntry } from './entry.ts';

const LOOKS = ['primary', 'secondary', 'quiet', 'danger'] as const;

function Buttons() {
  return (
    <div className="dev-gallery-stack">
      <div className="dev-gallery-row">
        {LOOKS.map((look) => (
          <Button key={look} look={look}>
            {look}
          </Button>
        ))}
      </div>
      <div className="dev-gallery-row">
        {LOOKS.map((look) => (
          <Button key={look} look={look} small>
            small {look}
          </Button>
        ))}
      </div>
      <div className="dev-gallery-row">
        <Button busy="Saving…">Save</Button>
        <Button disabled>Disabled</Button>
        <Button look="secondary" disabled>
          Disabled
        </Button>
        <Link to="/dev/gallery" className={buttonClass('secondary')}>
          Link as button
        </Link>
        <button type="button" className="icon-button" aria-label="Settings">
          <Icon name="settings" />
        </button>
      </div>
    </div>
  );
}

const TONES: readonly Tone[] = ['success', 'warning', 'danger', 'secondary', 'primary', 'info'];

function Badges() {
  return (
    <div className="dev-gallery-row">
      {TONES.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
    </div>
  );
}

function Banners() {
  return (
    <div className="dev-gallery-stack">
      {TONES.map((tone) => (
        <Banner key={tone} tone={tone}>
          A banner with the tone “{tone}”.{' '}
          <Link to="/dev/gallery" className="link">
            A link in it
          </Link>
        </Banner>
      ))}
    </div>
  );
}

function Fields() {
  const [speed, setSpeed] = useState<'standard' | 'express'>('standard');
  return (
    <div className="dev-gallery-stack">
      <TextField label="Name" hint="As it stands on the parcel." defaultValue="Ada Lovelace" />
      <TextField label="Email" placeholder="name@example.com" />
      <TextField label="Order number" defaultValue="ST-1042" readOnly />
      <TextField label="Disabled" defaultValue="Cannot be changed" disabled />
      <PasswordField label="Password" hint="At least 8 characters." autoComplete="off" />
      <NumberField label="Items" defaultValue={3} />
      <MoneyField label="Price" sign="$" defaultValue="12.50" />
      <SelectField label="Country">
        <option>Denmark</option>
        <option>Portugal</option>
      </SelectField>
      <TextArea
        label="Message"
        rows={3}
        defaultValue="Two lines
of text."
      />
      <Checkbox label="Send me the newsletter" defaultChecked />
      <Switch label="Show in the shop" hint="Shoppers find it at once." defaultChecked />
      <RadioList
        legend="Delivery"
        chosen={speed}
        onChoose={setSpeed}
        options={[
          { value: 'standard', label: 'Standard, 3-5 business days', aside: 'FREE' },
          { value: 'express', label: 'Express, next business day', aside: '$15.00' },
        ]}
      />
    </div>
  );
}

function FormWithErrors() {
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      <ErrorSummary message="Please correct the marked fields." attempt={0} />
      <div className="dev-gallery-stack">
        <TextField label="Name" error="Please enter a name." />
        <PasswordField label="New password" error="At least 8 characters." autoComplete="off" />
        <MoneyField label="Price" sign="CHF" defaultValue="-1" error="The price must be at least 0.01." />
        <SelectField label="Category" hint="Where shoppers find it." error="Please choose a category.">
          <option>Choose…</option>
        </SelectField>
        <TextArea label="Reason" rows={2} error="Please enter a reason." />
        <Checkbox label="I accept the terms" error="Please accept the terms." />
        <Switch label="Take payments" error="Enter the keys first." />
        <Button type="submit">Save</Button>
      </div>
    </form>
  );
}

function TabStrip() {
  const tabs = ['Description', 'Specifications', 'Reviews'].map((label) => ({
    id: label.toLowerCase(),
    label,
    content: <p className="py-4">What belongs under “{label}”.</p>,
  }));
  return <Tabs label="About this product" tabs={tabs} />;
}

const Pages = () => <Pagination current={5} last={12} addressOf={(page) => `/dev/gallery?page=${page}`} />;

function Icons() {
  return (
    <ul className="dev-gallery-icons">
      {iconNames.map((name) => (
        <li key={name}>
          <Icon name={name} />
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}

export const CONTROLS: readonly GalleryEntry[] = [
  { title: 'Buttons', Example: Buttons },
  { title: 'Badges', Example: Badges },
  { title: 'Banners', Example: Banners },
  { title: 'Fields', Example: Fields },
  { title: 'Form with errors', Example: FormWithErrors },
  { title: 'Tabs', Example: TabStrip },
  { title: 'Pagination', Example: Pages },
  { title: 'Icons', Example: Icons },
];
