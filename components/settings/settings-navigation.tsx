const SECTIONS = [
  { id: "general", label: "General" },
  { id: "defaults", label: "Defaults" },
  { id: "plugins", label: "Plugins" },
  { id: "logging", label: "Logging" },
  { id: "restrictions", label: "Restrictions" },
  { id: "budgets", label: "Budgets" },
  { id: "webhooks", label: "Webhooks" },
  { id: "presets", label: "Presets" },
  { id: "danger", label: "Danger zone" },
];

/** The page's sections, next to the content if there is enough space. */
export function SettingsNavigation() {
  return (
    <nav aria-label="Settings" className="sticky top-18 max-lg:hidden">
      <ul className="flex flex-col gap-px border-l">
        {SECTIONS.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`} className="block px-3 py-1 text-muted text-sm hover:text-ink">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
