import { Component, type ComponentType, type ReactElement, type ReactNode } from "react";
import { texts } from "../texts.js";

/** A module of a plugin. */
export interface ExtensionModule {
  readonly plugin: string;
  /** Its source, relative to the plugin. */
  readonly module: string;
}

/** The component, whose errors say which module they are of: what the browser knows is a file of the build. */
export function withNamedErrors<Props extends object>(
  source: ExtensionModule,
  Extended: ComponentType<Props>,
): ComponentType<Props> {
  return function Named(props: Props): ReactElement {
    return (
      <NamedErrors source={source}>
        <Extended {...props} />
      </NamedErrors>
    );
  };
}

interface NamedErrorsProps {
  readonly source: ExtensionModule;
  readonly children: ReactNode;
}

/** Throws an error of what is in it again, for the boundary around it that knows what to show. */
class NamedErrors extends Component<NamedErrorsProps, { readonly failure: { readonly error: unknown } | undefined }> {
  override state: { readonly failure: { readonly error: unknown } | undefined } = { failure: undefined };

  static getDerivedStateFromError(error: unknown): { failure: { error: unknown } } {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    const { source, children } = this.props;
    if (failure === undefined) return children;
    const { error } = failure;
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(texts.extensions.failure(source.plugin, source.module, message), { cause: error });
  }
}
