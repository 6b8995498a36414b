import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { Menu } from "../overlays/menu.tsx";
import { IconButton } from "./icon-button.tsx";

type PageHeaderProps = {
  title: ReactNode;
  /** StatusChip of the object. */
  status?: ReactNode;
  /** IdPill of the object. */
  id?: ReactNode;
  /** Sentences with periods, or a fragment without one. */
  description?: ReactNode;
  /** Link back to the list: "Keys". */
  parent?: ReactNode;
  /** The view's one filled button, at the right end. */
  action?: ReactNode;
  /** MenuItem elements of the overflow menu. */
  menu?: ReactNode;
};

/** The header of every page: name, status, id, actions. */
export function PageHeader({ title, status, id, description, parent, action, menu }: PageHeaderProps) {
  return (
    <header className="flex flex-col gap-1.5 pb-5">
      {parent && <div className="text-muted text-sm">{parent}</div>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="min-w-0 break-words font-medium text-xl">{title}</h1>
        {status}
        {id}
        {(action || menu) && (
          <div className="ml-auto flex items-center gap-1.5">
            {action}
            {menu && <Menu trigger={MORE}>{menu}</Menu>}
          </div>
        )}
      </div>
      {description && <div className="max-w-[75ch] text-muted text-sm">{description}</div>}
    </header>
  );
}

const MORE = (
  <IconButton label="More actions" tooltip={false}>
    <Ellipsis aria-hidden />
  </IconButton>
);
